// Gives the page its worker, where there can be one: on secure pages, in browsers that have any.

const workers = isSecureContext ? navigator.serviceWorker : undefined;

if (workers) {
  // The page's own files come first: a line may be slow.
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin);
  // The worker has a page for when there is no line, in the reader's language.
  new MutationObserver(() => workers.controller?.postMessage("language")).observe(document.documentElement, { attributeFilter: ["lang"] });
}

function begin() {
  // Whoever keeps no cookies may keep no worker either; then there is none.
  workers.register("/worker.js", { updateViaCache: "none" }).catch(() => {});
}

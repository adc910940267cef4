// There is no line: tries again by itself, and shows the page that was asked for as soon as it can be had.

const FIRST = 2_000;
const LONGEST = 30_000;

let wait = FIRST;
let timer = 0;

async function look() {
  clearTimeout(timer);
  try {
    const { status } = await fetch(location.href, { method: "HEAD", cache: "no-store" });
    // A proxy may answer for a table that is not there yet.
    if (status < 500) return location.reload();
  } catch {
    // There is still none.
  }
  timer = setTimeout(look, wait);
  wait = Math.min(wait * 1.5, LONGEST);
}

function lookNow() {
  wait = FIRST;
  look();
}

document.getElementById("again").addEventListener("click", lookNow);
addEventListener("online", lookNow);
document.addEventListener("visibilitychange", () => document.hidden || lookNow());
timer = setTimeout(look, FIRST);

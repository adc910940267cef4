"""Pictures drawn by processes of their own, so that neither time nor memory of the bot goes into them.

:mod:`bot.painting.painters` is what the bot knows: a :class:`~bot.painter.Painter`. A child process runs
:mod:`bot.painting.child`; what it imports is kept small, so this module imports nothing.
"""

"""What an operator can ask for: one file for each word after ``python -m bot``, found by being there.

The file of a word has ``run(settings, options)``, which does it and gives the exit status. It raises
StartError where there is one sentence to say about what is wrong.
"""

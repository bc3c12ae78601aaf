"""Many texts: folders of documents and data sets, rewritten by workers that are processes of their own.

`batch.py` is the run; `texts.py` says which texts there are, `done_log.py` keeps what is done, `executor.py`
shares the work out, `worker.py` and `worker_child.py` are the two ends of one worker.
"""

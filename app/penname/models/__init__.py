"""Which model: the catalog, what is on this computer, downloads, what fits. Nothing here loads a model.

`catalog.catalog` lists what Penname knows, `library.installed` what can be chosen now,
`other_programs.models_of_other_programs` what other programs have. `fit.fit_of_entry` judges with
`hardware.probe_hardware` and `speed.known_speed`. `download.Download` fetches, `importing.import_model` takes
in, `library.remove` deletes, `opening.open_model` hands a model to the engine. Nothing uses the network but a
`Download` that is run. Imported from its modules: the engine host needs one of them, and should not wait for
all.
"""

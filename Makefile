# make run and make test set up everything they need; `make help` lists the rest.
PYTHON ?= python3
SETUP := packaging/setup_environment.py packaging/system_packages.py packaging/llama_wheel.py
DEPENDS_ON := pyproject.toml packaging/build_hook.py packaging/base_model.py packaging/starter-base.txt packaging/writer-base.txt $(SETUP)

.PHONY: help run test soak package package-test package-smoke clean
help:
	@echo "make run            set up what is missing and open the window"
	@echo "make test           set up what is missing and run all checks and tests"
	@echo "make soak           the tests' full counts (hours)"
	@echo "make package        what people download, for this system, into dist/"
	@echo "make package-test   the .deb in dist/ in a fresh Debian: as root, with a network (Linux)"
	@echo "make package-smoke  a throw-away frozen build that runs one round"
	@echo "make clean          remove .venv and what builds leave; the compiled llama.cpp stays in the cache"

run: .venv/ready-to-run
	@packaging/run.sh

test: .venv/ready-to-test
	@.venv/bin/python packaging/run_tests.py

soak: .venv/ready-to-test
	@.venv/bin/python packaging/run_tests.py --soak

package: .venv/ready-to-run
	@.venv/bin/python packaging/build_package.py

package-test: .venv/ready-to-test
	@.venv/bin/python packaging/test_package.py

package-smoke: .venv/ready-to-test
	@.venv/bin/python packaging/smoke/build_and_run.py

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	rm -f resources/SmolLM2-*.gguf resources/qwen2.5-*.gguf

# The setup ends with these stamps, so a second call costs make a look at a few dates and nothing else.
.venv/ready-to-%: $(DEPENDS_ON)
	@command -v $(PYTHON) >/dev/null || { \
	  echo "Penname needs Python 3.11 or later. On Debian and Ubuntu: sudo apt-get install python3-venv"; exit 1; }
	@$(PYTHON) packaging/setup_environment.py $*

/**
 * What Jest runs the test files in: Node itself, in place of contexts of `node:vm` with modules of their own. So packages and
 * sources are loaded, and made fast, once a worker and not once a file, which halves what the tests take.
 */
const { AsyncLocalStorage } = require('node:async_hooks');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');

// What tests run is run a few times: a seventh of the CPU went into optimizing it. Later versions of Node have no such option.
if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=1000000');

// By a storage of its own for each test file jest-circus knows which test an error is of. One that goes on is told by Node 20 of every
// promise of the files after it, so all that a file has used end with it.
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function runNoted(...given) {
  storages.add(this);
  return run.apply(this, given);
};

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
let files = 0;

module.exports = class NodeRuntime {
  #search;

  constructor(_config, environment) {
    files += 1;
    this.#search = `?file=${files}`;
    globalThis.console = environment.global.console;
  }

  setGlobalsForRuntime(globals) {
    Object.assign(globalThis, globals);
  }

  /** jest-circus, which keeps what it knows of a test file in its module and in a global list. */
  requireInternalModule(path) {
    delete require.cache[path];
    delete globalThis[EVENT_HANDLERS];
    return require(path);
  }

  requireModule(path) {
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    return import(pathToFileURL(path).href + this.#search);
  }

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {}
  enterTestCode() {}
  leaveTestCode() {}

  teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
  }
};

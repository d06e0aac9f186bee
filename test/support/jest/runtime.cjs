/**
 * What Jest runs the test files in: Node itself, in place of contexts of `node:vm` with modules of their own. So packages and
 * sources are loaded, and made fast, once a worker and not once a file, which halves what the tests take.
 */
const asyncHooks = require('node:async_hooks');
const { pathToFileURL } = require('node:url');
const { setFlagsFromString } = require('node:v8');

// What tests run is run a few times: a seventh of the CPU went into optimizing it. Later versions of Node have no such option.
if (process.version.startsWith('v20.')) setFlagsFromString('--interrupt-budget=1000000');

const EVENT_HANDLERS = Symbol.for('EVENT_HANDLERS');
let files = 0;

module.exports = class NodeRuntime {
  #search;
  /** What ends with the test file. */
  #storages = [];

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
    return this.#notingStorages(() => require(path));
  }

  /** By a storage jest-circus knows which test an error is of. One that is not ended is told of every promise of the files after it. */
  #notingStorages(load) {
    const { AsyncLocalStorage } = asyncHooks;
    const storages = this.#storages;
    asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
      constructor() {
        super();
        storages.push(this);
      }
    };
    try {
      return load();
    } finally {
      asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
    }
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
    for (const storage of this.#storages) storage.disable();
  }
};

/** The environment of a test file: none but Node's own. Jest leaves here the console that it shows with the file. */
module.exports = class NodeItself {
  global = {};

  getVmContext() {
    return null;
  }

  async setup() {}
  async teardown() {}
};

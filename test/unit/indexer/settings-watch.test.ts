/** The leader sets changed settings again, but not those that the engine doesn't store, which reindex every document. */
import { createSettingsWatch } from '../../../indexer/leader/settings-watch.ts';
import { createLogger } from '../../../src/runtime/logger.ts';

test('settings that the engine does not store are set once, and again only beside others', async () => {
  const ignored = ['dictionary'];
  let changed = ignored;
  let restored = 0;
  const index = {
    changedSettings: async () => changed,
    async restoreSettings() {
      changed = ignored;
      restored += 1;
    },
  };
  const check = createSettingsWatch({ index: index as never, logger: createLogger('test', 'silent') });
  for (let checks = 0; checks < 3; checks += 1) await check('products');
  expect(restored).toBe(1);
  changed = [...ignored, 'stopWords'];
  for (let checks = 0; checks < 3; checks += 1) await check('products');
  expect(restored).toBe(2);
});

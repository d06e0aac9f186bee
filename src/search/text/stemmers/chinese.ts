/**
 * Stems of Chinese words: in simplified characters (`電熱水壺` is `电热水壶`), and without the `子` that only makes a noun
 * of one character a word, as in `椅子` for `椅`.
 */
import { createRequire } from 'node:module';
import type { Converter } from 'opencc-js';

/** Of things that shops sell. With other characters, `子` has a meaning: `电子` isn't `电`. */
const NOUNS =
  '椅桌凳杯裙裤鞋靴帽袜被褥帘毯垫席柜箱盒盘碟瓶罐铲筷叉勺剪锤钉钳梯绳镜笛扇袋链梳篮笼架桶棍刷夹锯斧窗珠镯坠橘橙桃李柿栗粽轮';
const NOUN_WITH_SUFFIX = new RegExp(`^([${NOUNS}])子$`);

const require = createRequire(import.meta.url);
let simplify: ReturnType<typeof Converter> | undefined;

export function stemChinese(word: string): string {
  simplify ??= loadConverter();
  return simplify(word).replace(NOUN_WITH_SUFFIX, '$1');
}

/** Loads the tables of characters when the first word needs them: they take 9 MB. */
function loadConverter() {
  const { Converter } = require('opencc-js/t2cn') as typeof import('opencc-js');
  return Converter({ from: 'hk', to: 'cn' });
}

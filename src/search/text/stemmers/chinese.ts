/** Stems of Chinese words: without the `子` that only makes a noun of one character a word, as in `椅子` for `椅`. */

/** Of things that shops sell. With other characters, `子` has a meaning: `电子` isn't `电`. */
const NOUNS =
  '椅桌凳杯裙裤褲鞋靴帽袜襪被褥帘簾毯垫墊席柜櫃箱盒盘盤碟瓶罐铲鏟筷叉勺剪锤錘钉釘钳鉗梯绳繩镜鏡笛扇袋链鏈梳篮籃笼籠架桶棍刷夹夾锯鋸斧窗珠镯鐲坠墜橘橙桃李柿栗粽轮輪';
const NOUN_WITH_SUFFIX = new RegExp(`^([${NOUNS}])子$`);

export const stemChinese = (word: string): string => word.replace(NOUN_WITH_SUFFIX, '$1');

/** Chinese words that mean the same in shops, some of them of Taiwan and Hong Kong. See `common-synonyms.ts`. */
export const CHINESE_SYNONYMS = `
  充电宝, 移动电源
  手机, 移动电话
  笔记本电脑, 手提电脑, 笔电
  电视机, 电视
  优盘, 闪存盘
  鼠标, 滑鼠
  耳机, 耳麦
  打印机, 列印机
  空调, 冷气机
  吹风机, 电吹风
  冰箱, 电冰箱
  垃圾桶, 垃圾箱
  卫生纸, 厕纸

  双肩包, 背包
  行李箱, 旅行箱, 拉杆箱
  口红, 唇膏
  自行车, 单车, 脚踏车
  土豆, 马铃薯
  番茄, 西红柿
`;

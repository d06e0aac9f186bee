/** Turkish words that mean the same in shops. See `common-synonyms.ts`. */
export const TURKISH_SYNONYMS = `
  cep telefonu, akıllı telefon
  dizüstü bilgisayar, laptop, notebook
  televizyon, tv
  powerbank, taşınabilir şarj cihazı
  flash bellek, usb bellek
  ekran kartı, gpu
  işlemci, cpu

  kanepe, çekyat
  komodin, başucu sehpası
  gardırop, elbise dolabı
  lambader, ayaklı lamba
  çöp kovası, çöp kutusu
  matara, su şişesi
  spor ayakkabı, sneaker
  kazak, süveter
  bavul, valiz
  bebek arabası, puset
  saç kurutma makinesi, fön makinesi
  el feneri, fener
  mangal, barbekü
  araba, otomobil, oto

  prezervatif, kondom
  emzik, yalancı meme
  tansiyon aleti, tansiyon ölçer
  polen filtresi, kabin filtresi
  tirbuşon, şarap açacağı
  pena, mızrap
  mızıka, armonika
  misina, olta ipi
  şarj aleti, şarj cihazı, şarj adaptörü
  temperli cam, kırılmaz cam
  hafıza kartı, bellek kartı
`;

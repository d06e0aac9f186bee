/** Serbian words that mean the same in shops, in either script. See `common-synonyms.ts`. */
export const SERBIAN_SYNONYMS = `
  mobilni telefon, mobilni, pametni telefon, smartphone
  laptop, prenosni računar, notebook
  računar, kompjuter
  televizor, tv
  daljinski, daljinski upravljač
  powerbank, eksterna baterija
  usb stick, usb memorija, fleš memorija
  hard disk, hdd
  grafička kartica, gpu
  procesor, cpu
  štampač, printer

  frižider, hladnjak
  veš mašina, vešmašina, mašina za veš, mašina za pranje veša
  mašina za sudove, sudomašina, mašina za pranje sudova
  šporet, štednjak
  rerna, pećnica
  mikrotalasna, mikrotalasna rerna, mikrotalasna pećnica
  kuvalo za vodu, ketler, čajnik
  usisivač, usisavač
  bežični, bez kabla
  fen, sušilo za kosu
  klima, klima uređaj

  sijalica, žarulja
  kauč, sofa, trosed
  peškir, ručnik
  tepih, ćilim
  tiganj, tava
  kanta za smeće, korpa za otpatke

  farmerke, džins, jeans
  patike, tenisice
  duks, dukserica
  džemper, pulover
  ranac, ruksak
  naočare za sunce, sunčane naočare
  muški, za muškarce
  ženski, za žene
  dečji, dečiji, za decu
  pelene, pampers
  cucla, duda
  auto sedište, auto stolica, autosedište
  krema za sunčanje, krema za sunce

  ugaona brusilica, flex, fleks, fleksarica
  odvijač, šrafciger
  vijak, šraf
  akumulatorski, aku, na baterije
  akumulatorski odvrtač, šrafilica, aku šrafilica
  kružna testera, cirkular
  lančana testera, motorna testera, motorka
  kosilica, kosačica
  merdevine, lestve
  brusni papir, šmirgla
  perač pod pritiskom, miniwash
  aparat za zavarivanje, aparat za varenje, varilica
  metar, merna traka
  brisači, metlice brisača
  filter kabine, polen filter
  automobil, auto
`;

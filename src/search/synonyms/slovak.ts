/** Slovak words that mean the same in shops. See `common-synonyms.ts`. */
export const SLOVAK_SYNONYMS = `
  mobil, mobilný telefón, smartfón, smartphone
  notebook, laptop
  počítač, pc
  televízor, televízia, tv
  powerbanka, externá batéria
  usb kľúč, flash disk, usb disk
  pevný disk, hdd
  grafická karta, gpu
  procesor, cpu

  chladnička, ľadnička
  mraznička, mrazák
  mikrovlnka, mikrovlnná rúra
  rúra, rúra na pečenie
  fén, sušič vlasov
  rýchlovarná kanvica, varná kanvica
  gauč, pohovka
  kôš na odpad, odpadkový kôš, kôš na odpadky
  lepiaca páska, izolepa
  paplón, prikrývka
  kvetináč, črepník
  krhla, kanva
  zemina, substrát

  tenisky, sneakers
  sveter, pulóver
  batoh, ruksak
  rifle, džínsy
  šľapky, papuče
  slnečné okuliare, okuliare proti slnku
  opaľovací krém, krém na opaľovanie
  kondóm, prezervatív
  pánsky, pre mužov
  dámsky, pre ženy
  detský, pre deti
  cumlík, dudlík
  plienky, pampersky
  autosedačka, detská sedačka
  plyšák, plyšová hračka

  uhlová brúska, flexa, flexka
  okružná píla, cirkulárka
  reťazová píla, motorová píla
  skrutkovač, šróbovák
  akumulátorový, aku
  brúsny papier, šmirgeľ
  zvinovací meter, meter
  vysokotlakový čistič, vapka
  plotové nožnice, plotostrih
  drvič konárov, drvič dreva, štiepkovač
  vodováha, libela
  spací vak, spacák
  prilba, helma
  bicykel, kolo
  elektrobicykel, ebike, e-bike
  bežecké lyže, bežky
  stolnotenisový, pingpongový
  sánky, sane
  semená, semienka, osivo
  rajčiak, paradajka, rajčina
  zemiak, krumpľa
  auto, automobil
`;

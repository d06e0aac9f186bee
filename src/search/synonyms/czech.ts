/** Czech words that mean the same in shops. See `common-synonyms.ts`. */
export const CZECH_SYNONYMS = `
  mobil, mobilní telefon, chytrý telefon, smartphone
  notebook, laptop
  televize, televizor, tv
  powerbanka, externí baterie
  flash disk, usb disk
  pevný disk, hdd
  grafická karta, gpu
  procesor, cpu

  gauč, pohovka
  lednice, lednička, chladnička
  mrazák, mraznička
  fén, vysoušeč vlasů
  rychlovarná konvice, varná konvice
  odpadkový koš, koš na odpadky
  baterka, svítilna
  lepicí páska, izolepa
  propiska, kuličkové pero
  pastelky, barevné tužky

  tenisky, sneakers
  svetr, pulovr
  batoh, ruksak
  sluneční brýle, brýle proti slunci
  opalovací krém, krém na opalování
  kondom, prezervativ

  pánský, pro muže
  dámský, pro ženy
  dětský, pro děti
  dudlík, šidítko
  lahvička > láhev
  chůvička, chůva
  plyšák, plyšová hračka
  plenky, pleny
  autosedačka, dětská sedačka
  bicykl, jízdní kolo
  auto, automobil
`;

/** Norwegian words that mean the same in shops. See `common-synonyms.ts`. */
export const NORWEGIAN_SYNONYMS = `
  mobiltelefon, smarttelefon, mobil
  bærbar pc, laptop
  tv, fjernsyn
  powerbank, nødlader
  minnepenn, minnepinne
  harddisk, hdd
  skjermkort, grafikkort, gpu
  prosessor, cpu
  hodetelefoner, høretelefoner
  skjøteledning, skjøtekabel
  pc skjerm, dataskjerm

  sofabord, salongbord, stuebord
  klesskap, garderobeskap
  søppelbøtte, søppelkasse, avfallsbøtte
  tørkerull, kjøkkenrull
  toalettpapir, dopapir
  kaffetrakter, kaffemaskin
  stekepanne, steikepanne
  korketrekker, vinåpner
  drikkeflaske, vannflaske
  matboks, nisteboks
  håndmikser, håndvisp

  joggesko, sneakers, treningssko
  cardigan, strikkejakke
  badekåpe, morgenkåpe
  jeans, dongeribukse, olabukse
  genser, sweater
  lue, beanie
  rumpetaske, magetaske
  gummistøvler, regnstøvler
  regnsett, regndress
  truser, underbukser

  hårføner, hårtørker
  plaster > sårplaster
  solkrem, solbeskyttelse
  tannkrem, tannpasta
  q-tips, bomullspinner
  tåteflaske, sutteflaske
  kosedyr, plysjdyr

  multiverktøy, multitool
  unbrakonøkkel, sekskantnøkkel
  skrujern, skrutrekker
  hageslange, vannslange
  lommelykt, håndlykt
  hundebånd, hundelenke
  bilskilt, nummerskilt
  bilbatteri, startbatteri
  kupéfilter, pollenfilter
  motorsykkel, mc
  fiolin, fele
  kjølebag, kjøleveske
  luftmadrass > liggeunderlag
  myggspray > myggmiddel
  teip, tape
`;

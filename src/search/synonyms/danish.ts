/** Danish words that mean the same in shops. See `common-synonyms.ts`. */
export const DANISH_SYNONYMS = `
  mobiltelefon, smartphone, mobil
  bærbar computer, laptop
  tv, fjernsyn
  powerbank, ekstern oplader
  usb stik, usb nøgle
  harddisk, hdd
  grafikkort, gpu
  processor, cpu
  hovedtelefoner, høretelefoner
  forlængerledning, forlængerkabel
  stikdåse, fordelerdåse
  fjernbetjening, remote

  natbord, sengebord
  affaldsspand, skraldespand
  køkkenrulle, køkkenpapir
  toiletpapir, wc papir
  opvaskebørste, opvaskebørster til køkken
  kaffemaskine, kaffebrygger
  elkedel, vandkoger
  proptrækker, vinåbner
  drikkedunk, drikkeflaske, vandflaske
  stegepande, pande
  kasserolle, gryde
  sofabord, stuebord
  klædeskab, garderobeskab

  sneakers, gummisko
  sokker, strømper
  cardigan, strikjakke
  badekåbe, morgenkåbe
  badedragt, badetøj
  bælte, livrem
  hue, beanie
  rygsæk, rygtaske
  bæltetaske, mavetaske
  lynlås, zipper
  undertrøje, unterskjorte

  hårtørrer, føntørrer
  plaster, hæfteplaster
  solcreme, solbeskyttelse
  ansigtscreme, creme til ansigtet
  vatpind, bomuldspind
  kondom, præservativ
  sutteflaske, tåteflaske
  klapvogn, barnevogn

  boremaskine, bor
  multiværktøj, multitool
  unbrakonøgle, sekskantnøgle
  tommestok, målestok
  haveslange, vandslange
  lommelygte, håndlygte
  hundesnor, hundeline
  tøjdyr, plysdyr, bamse

  nummerplade, registreringsplade
  bilbatteri, startbatteri
  kabinefilter, pollenfilter
  knallert, scooter
  ketcher, ketsjer
  håndvægt, dumbbell
  violin, fiolin
`;

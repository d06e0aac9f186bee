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

  natbord, sengebord
  klædeskab, garderobeskab
  affaldsspand, skraldespand
  køkkenrulle, køkkenpapir
  toiletpapir, wc papir
  kaffemaskine, kaffebrygger
  elkedel, vandkoger
  proptrækker, vinåbner
  drikkedunk, drikkeflaske, vandflaske
  vandhane, blandingsbatteri
  madkasse, madboks
  håndmixer, håndpisker
  tørretumbler, tumbler

  sneakers, gummisko, kondisko
  sokker, strømper
  cardigan, strikjakke
  badekåbe, morgenkåbe
  jeans, cowboybukser
  hue, beanie
  rygsæk, rygtaske
  bæltetaske, mavetaske
  pung, tegnebog
  gummistøvler, regnstøvler

  hårtørrer, føntørrer
  plaster, hæfteplaster
  solcreme, solbeskyttelse
  kondom, præservativ
  tandpasta, tandcreme
  sutteflaske, babyflaske
  tøjdyr, plysdyr

  multiværktøj, multitool
  unbrakonøgle, sekskantnøgle
  haveslange, vandslange
  lommelygte, håndlygte
  hundesnor, hundeline
  nummerplade, registreringsplade
  bilbatteri, startbatteri
  kabinefilter, pollenfilter
  motorcykel, mc
  luftmadras > liggeunderlag
  myggespray > myggemiddel
  klæbebånd, tape
`;

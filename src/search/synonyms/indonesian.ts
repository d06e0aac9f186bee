/** Indonesian words that mean the same in shops, and usual spellings. See `common-synonyms.ts`. */
export const INDONESIAN_SYNONYMS = `
  ponsel, hp, handphone, telepon genggam
  charger, pengisi daya, cas
  powerbank, power bank
  tv, televisi
  headset, earphone
  speaker, pengeras suara
  kulkas, lemari es
  ac, pendingin ruangan
  rice cooker, penanak nasi, magic com, magic jar
  wajan, penggorengan
  toples, stoples

  kaos, kaus, t-shirt
  jeans, jins
  sandal, sendal
  jilbab, kerudung, hijab
  ransel, tas punggung
  ikat pinggang, sabuk, gesper
  sweter, sweater
  baju tidur, piyama
  bh, bra
  arloji, jam tangan
  sepatu kets, sneakers

  sprei, seprai, seprei
  gorden, tirai, korden
  tisu, tissue
  deterjen, detergen
  pewangi, pengharum
  tempat sampah, tong sampah
  popok, pampers, diapers
  kereta bayi, stroller, kereta dorong bayi

  cokelat, coklat
  mi instan, mie instan
  mi, mie
  sampo, shampoo, shampo
  odol, pasta gigi
  lipstik, lipstick, gincu
`;

/** Croatian words that mean the same in shops. See `common-synonyms.ts`. */
export const CROATIAN_SYNONYMS = `
  mobitel, mobilni telefon, pametni telefon, smartphone
  laptop, prijenosno računalo, notebook
  računalo, kompjuter, kompjutor
  televizor, tv
  daljinski, daljinski upravljač
  powerbank, prijenosna baterija, vanjska baterija
  usb stick, usb memorija
  tvrdi disk, hdd
  grafička kartica, gpu
  procesor, cpu
  pisač, printer
  tipkovnica, tastatura
  zaslon, ekran

  hladnjak, frižider
  perilica rublja, perilica za rublje, veš mašina, vešmašina, mašina za pranje rublja, stroj za pranje rublja
  perilica posuđa, perilica suđa, mašina za suđe
  štednjak, šporet
  pećnica, rerna
  mikrovalna pećnica, mikrovalka
  kuhalo za vodu, čajnik
  kava, kafa
  aparat za kavu, kafe aparat, espresso aparat
  usisavač, usisivač
  bežični, bez kabela
  glačalo, pegla
  glačanje, peglanje
  sušilo za kosu, fen, fen za kosu
  šivaći stroj, šivaća mašina, mašina za šivanje
  klima, klima uređaj
  prijenosni, prenosni

  svjetiljka, lampa
  žarulja, sijalica
  kauč, sofa, trosjed
  zavjesa, zastor
  ručnik, peškir
  tava, tiganj
  juha, supa
  vilica, viljuška
  žlica, kašika
  kanta za smeće, koš za smeće

  traperice, jeans, farmerke, džins
  tenisice, patike
  hlače, pantalone
  džemper, pulover
  ruksak, naprtnjača
  novčanik, lisnica
  naočale, naočare
  sunčane naočale, naočale za sunce
  muški, za muškarce
  ženski, za žene
  dječji, za djecu
  pelene, pampers
  duda, dudica, cucla
  autosjedalica, dječja sjedalica
  krema za sunčanje, krema za sunce

  odvijač, šrafciger
  vijak, šaraf
  aku, akumulatorski
  metar, mjerna traka
  motorna pila, lančana pila
  kosilica, kosačica
  ljestve, skale
  automobil, auto
`;

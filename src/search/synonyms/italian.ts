/** Italian words that mean the same in shops. See `common-synonyms.ts`. */
export const ITALIAN_SYNONYMS = `
  cellulare, smartphone, telefonino
  portatile, laptop, notebook
  televisore, tv, televisione
  auricolari, cuffiette
  powerbank, batteria esterna
  chiavetta usb, pen drive
  disco rigido, hard disk, hdd
  scheda video, scheda grafica, gpu
  processore, cpu
  schermo, monitor
  videocamera, camcorder
  cassa bluetooth, altoparlante bluetooth, speaker
  ciabatta elettrica, multipresa

  divano, sofà
  comodino, tavolino da notte
  cassettiera, comò
  armadio, guardaroba
  piumone, trapunta
  cuscino, guanciale
  piantana, lampada da terra
  lampadina, bulbo led
  cestino, pattumiera
  frigorifero, frigo
  lavatrice, lavabiancheria
  piano cottura, fornelli
  macchina da caffè, macchina del caffè, macchina per caffè, macchinetta da caffè, macchinetta del caffè, macchinetta caffè
  padella, tegame
  posate, servizio di posate
  rotolo cucina, carta assorbente
  borraccia, bottiglia termica
  rubinetto, miscelatore

  scarpe da ginnastica, sneakers, scarpe da tennis
  ciabatte, pantofole
  maglione, pullover
  felpa, hoodie
  maglietta, t shirt
  accappatoio, vestaglia
  stivali di gomma, stivali da pioggia
  zaino, zainetto
  marsupio, borsa a cintura
  valigia, trolley
  portafoglio, portamonete

  ciuccio, succhietto
  passeggino, carrozzina
  crema solare, protezione solare
  profumo, eau de parfum
  asciugacapelli, phon

  taglierino, cutter
  metro a nastro, flessometro
  cartongesso, lastra di gesso
  torcia, lampada tascabile
  barbecue, griglia
  tosaerba, rasaerba
  decespugliatore, tagliabordi
  nastro adesivo, scotch

  bicicletta, bici
  auto, automobile
  moto, motocicletta
  peluche, pupazzo
  penna a sfera, biro
  carta regalo, carta da regalo
  biscotti, frollini
  caramelle, dolciumi

  apribottiglie, cavatappi
  preservativo, profilattico
  antidolorifico, analgesico
  cotton fioc, bastoncini cotonati
  ricettario, libro di ricette
  filtro abitacolo, filtro antipolline
  pneumatico > gomma
  chiusura lampo, cerniera lampo, zip
  pianoforte > piano
  caricabatterie, caricatore
  caraffa, brocca
  montalatte, cappuccinatore
  piastra per carne > bistecchiera
  bambina > bambini
  cover, custodia
  taglia, tg
`;

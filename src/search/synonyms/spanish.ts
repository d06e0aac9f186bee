/** Spanish words that mean the same in shops of Spain and of the Americas. See `common-synonyms.ts`. */
export const SPANISH_SYNONYMS = `
  móvil, celular, smartphone, teléfono móvil
  portátil, laptop, notebook, ordenador portátil, computadora portátil
  ordenador, computadora, pc
  televisor, tv, televisión
  auriculares, audífonos
  cascos inalámbricos > auriculares inalámbricos
  cascos gaming > auriculares gaming
  batería externa, powerbank, cargador portátil
  pendrive, memoria usb
  disco duro, hdd
  tarjeta gráfica, gpu
  procesador, cpu
  ratón, mouse
  altavoz, parlante, bocina
  pantalla, monitor
  videocámara, cámara de vídeo
  alargador, extensión

  mesita de noche, mesa de noche, velador, buró
  armario, ropero, clóset
  cómoda, cajonera
  edredón, nórdico, cobertor
  manta, frazada, cobija
  cortina, visillo
  alfombra, tapete
  bombilla, foco, ampolleta
  cubo de basura, bote de basura, papelera
  nevera, frigorífico, refrigerador, heladera
  lavadora, lavarropas
  cafetera, máquina de café
  sartén, paila
  cubiertos, cubertería
  papel de cocina, toalla de papel
  grifo, llave de agua, canilla
  bañera, tina
  botella de agua, cantimplora

  zapatillas, deportivas, sneakers
  jersey, suéter, pulóver
  chaqueta, chamarra, campera
  sudadera, buzo
  camiseta, playera, remera, polera
  pantalón vaquero, vaqueros, jeans
  falda, pollera
  bañador, traje de baño
  bragas, calzones
  calcetines > medias
  bata, albornoz
  botas de agua, botas de lluvia
  mochila, morral
  bolso > cartera
  maleta, valija
  gafas, anteojos
  gafas > lentes
  gorra, cachucha
  pendientes, aretes

  chupete, chupón
  cochecito, carriola
  esmalte de uñas, pintauñas
  protector solar, crema solar, bloqueador solar
  perfume, fragancia, colonia
  cabello, pelo
  champú, shampoo
  rímel, máscara de pestañas
  rubor, colorete
  labial, pintalabios, lápiz labial
  tirita, curita

  destornillador, desarmador
  llave inglesa, llave ajustable
  linterna, lámpara de mano
  barbacoa, parrilla, asador
  cortacésped, podadora
  pegamento, adhesivo
  cinta adhesiva, celo

  bicicleta, bici
  coche, carro, auto
  moto, motocicleta
  neumático, llanta
  correa perro, correa
  acuario, pecera
  peluche, muñeco de peluche
  bolígrafo, lapicero, birome
  bolígrafo, pluma
  goma de borrar, borrador
  papel de regalo, envoltorio

  patata, papa
  aguacate, palta
  maíz, choclo, elote
  fresa, frutilla
  melocotón, durazno
  judías, frijoles, porotos
  zumo, jugo
  cacahuete, maní, cacahuate
  gambas, camarones

  pasta de dientes, pasta dental, dentífrico
  preservativo, condón
  bastoncillos de algodón, hisopos, cotonetes
  cómic, historieta, tebeo
  libro de recetas, recetario
  filtro de habitáculo, filtro de cabina, filtro de polen
  sacacorchos, descorchador
  cremallera, cierre, zíper
  cejilla, capo, capotraste
  púa, plectro
  guitarra española, guitarra clásica
  carcasa > funda
  piano eléctrico, piano digital
  saxofón, saxo
  niña > niños
  hombre, caballero
  mujer, dama
  infantil, para niños
`;

/** English words that mean the same in shops, most of them American and British. See `common-synonyms.ts`. */
export const ENGLISH_SYNONYMS = `
  american, usa
  argentinian, argentina
  australian, australia
  austrian, austria
  belgian, belgium
  chilean, chile
  chinese, china
  dutch, netherlands
  french, france
  german, germany
  greek, greece
  irish, ireland
  italian, italy
  japanese, japan
  mexican, mexico
  portuguese, portugal
  scottish, scotch, scotland
  spanish, spain
  swedish, sweden
  swiss, switzerland
  laptop, notebook computer
  laptop > notebook
  cell phone, mobile phone, smartphone, cellphone
  tv, television
  hdtv > tv
  video camera, camcorder
  power bank, portable charger, external battery
  flash drive, usb stick, thumb drive, pen drive, memory stick
  hard drive, hard disk, hdd
  solid state drive, ssd
  graphics card, video card, gpu
  processor, cpu
  mouse pad, mouse mat
  microphone, mic
  psu, power supply
  motherboard, mainboard
  earbuds, earphones, in ear headphones
  sd card > memory card
  ink cartridge, printer ink
  security camera, surveillance camera, cctv camera
  e reader, ebook reader
  extension cord, extension lead, extension cable

  sofa, couch, settee
  nightstand, bedside table, night table
  dresser, chest of drawers
  bookcase, bookshelf
  ottoman, footstool, pouf
  wardrobe, armoire
  drapes, curtains
  comforter, duvet
  baby bed, crib
  floor lamp, standing lamp
  trash can, garbage can, rubbish bin, waste bin, wastebasket, dustbin
  trash bag, garbage bag, bin bag, bin liner
  trash, garbage, rubbish
  vacuum cleaner > vacuum
  hoover > vacuum cleaner
  washing machine, clothes washer
  clothes dryer, tumble dryer
  washing powder, laundry detergent
  dish soap, washing up liquid, dishwashing liquid
  dishwasher tablets, dishwasher pods
  dishwasher detergent > dishwasher tablets, dishwasher pods
  stove, range, cooktop
  cooker > stove, range
  hob, cooktop
  exhaust hood, range hood, cooker hood
  fridge, refrigerator
  coffee maker, coffee machine
  frying pan, skillet, frypan
  cutlery, flatware, silverware
  spatula, turner
  baking sheet, baking tray, cookie sheet
  plastic wrap, cling film, cling wrap
  aluminum foil, tin foil
  paper towel, kitchen roll
  toilet paper, bath tissue, toilet tissue, toilet roll
  water bottle, drinking bottle
  lunch box, bento box
  bathtub, tub

  pants, trousers
  sweater, pullover, jumper
  sneakers, trainers, running shoes
  bathing suit, swimsuit, swimming costume, swimwear
  bathrobe, dressing gown
  pantyhose, tights
  waistcoat > vest
  raincoat, rain jacket
  rain boots, wellington boots, wellies, rubber boots
  fanny pack, waist bag, bum bag, belt bag
  backpack, rucksack
  handbag > purse
  purse > handbag
  handbag > bag
  suitcase, luggage
  eyeglasses, spectacles
  kids, children
  ladies, womens
  gown > dress

  diaper, nappy
  pacifier, soother
  stroller, pram, pushchair, baby carriage
  baby carrier, baby sling
  sling > baby carrier
  sleepsuit, babygrow
  baby vest > bodysuit
  teether, teething toy
  high chair, feeding chair
  nail polish, nail varnish
  lip balm, lip salve
  perfume, fragrance
  hair dryer, blow dryer
  band aid, adhesive bandage, sticking plaster
  sunscreen, sun cream, sunblock
  pain reliever, painkiller

  wrench, spanner
  allen key, hex key, allen wrench, hex wrench
  box cutter, utility knife
  tape measure, measuring tape
  duct tape, gaffer tape, duck tape
  drywall, sheetrock, plasterboard
  outlet, receptacle
  power outlet, wall socket
  glue, adhesive
  lawn mower, grass cutter
  weed eater, weed whacker, string trimmer, strimmer, grass trimmer
  hose pipe, garden hose
  grill, barbecue, bbq
  flashlight, torch
  flower pot, planter
  air conditioner, ac unit
  light switch, wall switch
  screw anchor, wall plug

  bike, bicycle
  mtb, mountain bike
  motorcycle, motorbike
  car, automobile
  windshield, windscreen
  license plate, number plate
  dumbbell, free weight
  exercise bike, stationary bike
  dog leash, dog lead
  cat litter, kitty litter
  fish tank, aquarium
  jump rope, skipping rope
  soccer > football
  stuffed animal, soft toy, cuddly toy, plush toy
  jigsaw puzzle, jigsaw
  garbage truck, bin lorry, dustbin lorry
  play dough, playdough, plasticine, modelling clay

  ballpoint, biro
  thumbtack, push pin, drawing pin
  scotch tape, sellotape, adhesive tape
  felt tip pen, marker pen
  paper clip, paperclip
  wrapping paper, gift wrap

  zucchini, courgette
  eggplant, aubergine
  cilantro, coriander
  arugula, rocket salad
  shrimp, prawn
  chickpea, garbanzo bean
  ground beef, minced beef
  potato chips, crisps
  cookie, biscuit
  soda, soft drink
  seltzer, sparkling water
  crunchy peanut butter, chunky peanut butter
  jelly > jam
  powdered sugar, icing sugar, confectioners sugar
  corn starch, cornflour
  fava beans, broad beans

  zipper > zip
  foldable, folding
  cotton buds, cotton swabs, q tips
  paracetamol, acetaminophen
  hardcover, hardback
  cookbook, cookery book, recipe book
  brake discs, brake rotors
  rotor > brake disc
  timing belt, cambelt
  hubcap, hub cap, wheel trim
  jump leads, jumper cables, booster cables
  windshield wiper, windscreen wiper, wiper blade
  trunk liner, boot liner
  secateurs, pruners, pruning shears
  garden hose, hosepipe
  drum throne, drum stool
  piano bench, piano stool
  wheel nuts, lug nuts
  corkscrew, wine opener
  hook and loop, velcro
  guitar pick, plectrum
  fishing rod, fishing pole
  phone case, phone cover
  ketchup, catsup
  teflon tape, ptfe tape
  size, sz
`;

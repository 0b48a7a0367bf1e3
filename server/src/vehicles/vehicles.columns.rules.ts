import { languages } from '@rumbo/contract/identity.users.contract'
import { fuelTypes, manualStatuses, vehicleColors, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { type VehicleImportField, vehicleImportFields } from '@rumbo/contract/vehicles.files.contract'
import { type Language, translate } from '@rumbo/i18n'
import { createCodes, createMapping } from '@rumbo/i18n/table-columns'

/** Headings that are recognised besides the product's own texts for the field in both languages. */
const otherHeadings: Partial<Record<VehicleImportField, string>> = {
  fleet: 'flota|grupo|sucursal|base|group|branch',
  vehicleNumber:
    'unidad|no unidad|numero|numero economico|no economico|economico|eco|id unidad|unit|unit number|vehicle|vehicle number|number|fleet number',
  plateNumber: 'placas|matricula|numero de placa|numero de placas|plate|plates|license plate|licence plate',
  vin: 'niv|serie|numero de serie|no serie|numero de serie vehicular|chasis|chassis|vin number|serial number',
  make: 'fabricante|armadora|brand|manufacturer',
  model: 'submarca|linea|version',
  year: 'ano modelo|modelo ano|model year',
  type: 'tipo de unidad|tipo de vehiculo|clase|vehicle type|body',
  status: 'estatus|situacion|estado de la unidad|vehicle status',
  color: 'colour',
  fuelType: 'tipo de combustible|fuel type|fuel',
  mileage: 'km|kms|kilometros|odometro|odometer|miles|mileage km',
  seats: 'pasajeros|plazas|capacidad de pasajeros|numero de asientos|passengers|capacity',
  loadKg: 'carga|capacidad de carga|carga util|payload|load|capacity kg|carga maxima',
  loadM3: 'volumen|metros cubicos|m3|volume|cubic metres|cubic meters',
  skills: 'habilidades|equipo|equipamiento|etiquetas|tags|equipment',
  speedLimitKmh: 'velocidad maxima|limite de velocidad|max speed|speed limit',
  allowedHours: 'horario|horas permitidas|schedule|hours',
  imei: 'id gps|id del gps|identificador gps|dispositivo|device|device id|tracker|gps id',
  simNumber: 'sim|linea sim|telefono gps|chip|sim card|numero sim',
  gpsModel: 'gps|equipo gps|tracker model',
  gpsSerialNumber: 'serie gps|gps serial',
  gpsFirmwareVersion: 'firmware',
  gpsHardwareVersion: 'hardware',
  installationDate: 'instalacion|fecha instalacion|instalado|installed|installed on|install date',
  installationResponsible: 'instalador|instalo|installer',
  lastServiceDate:
    'ultima verificacion mecanica|ultimo mantenimiento|fecha ultimo servicio|last maintenance|last service date',
  nextServiceDate: 'proximo mantenimiento|fecha proximo servicio|next maintenance|next service date',
  insurer: 'seguro|compania de seguros|insurance|insurance company',
  insurancePolicy: 'poliza|numero de poliza|no poliza|policy|policy number',
  insuranceExpiresOn:
    'vencimiento seguro|vencimiento de poliza|vigencia seguro|vigencia poliza|insurance expiry|policy expiry',
  licenceExpiresOn:
    'vencimiento tarjeta de circulacion|vigencia tarjeta de circulacion|tarjeta de circulacion|vencimiento permiso|permit expiry|registration expiry',
  notesOwner: 'notas propietario|owner notes',
  notesMechanic: 'notas mecanico|mechanic notes',
  notesGeneral: 'notas|observaciones|comentarios|notes|comments|remarks',
}

/** Fields whose texts are in `vehicleForm`. */
const recordFields: readonly string[] = [
  'fleet',
  'seats',
  'loadKg',
  'loadM3',
  'skills',
  'speedLimitKmh',
  'allowedHours',
  'insurer',
  'insurancePolicy',
  'insuranceExpiresOn',
  'licenceExpiresOn',
]

/** The heading of a field in an export. */
export function headingOf(language: Language, field: VehicleImportField): string {
  const domain = recordFields.includes(field) ? 'vehicleRecord' : 'vehicles'
  return translate(language, `${domain}.field.${field}` as 'vehicles.field.make')
}

/** Proposes fields for columns with a known heading in either language; each field at most once, the first column wins. */
export const proposeMapping = createMapping(vehicleImportFields, (field) => ({
  own: [field, ...languages.map((language) => headingOf(language, field))],
  others: otherHeadings[field]?.split('|') ?? [],
}))

export type WordField = 'type' | 'status' | 'color' | 'fuelType'
const wordsOf = {
  type: 'vehicles.type',
  status: 'vehicles.status',
  color: 'vehicleForm.colour',
  fuelType: 'vehicleForm.fuel',
} as const

/** The displayed text of a type, a manual status, a colour or a fuel. */
export const wordOf = (language: Language, field: WordField, code: string): string =>
  translate(language, `${wordsOf[field]}.${code}` as 'vehicles.type.van')

const codesOf = (field: WordField, codes: readonly string[], others: Readonly<Record<string, string>>) =>
  createCodes(codes, (code) => [
    ...languages.map((language) => wordOf(language, field, code)),
    ...(others[code]?.split('|') ?? []),
  ])
/** The code of a displayed text in either language; an unknown text is returned as it is, and refused by validation. */
export const codeOfWord: Record<WordField, (word: string) => string> = {
  type: codesOf('type', vehicleTypes, {
    sedan: 'auto|automovil|coche|car',
    suv: 'camioneta suv',
    van: 'vagoneta|furgoneta|camioneta van|panel|minivan|combi',
    truck: 'camion de carga|tractocamion|tracto|torton|rabon|trailer|lorry',
    bus: 'camion de pasajeros|microbus|minibus|coach',
    motorcycle: 'moto|motoneta|motorbike|scooter',
    pickup: 'pick up|camioneta',
  }),
  status: codesOf('status', manualStatuses, {
    active: 'activo',
    inactive: 'inactivo|baja temporal',
    maintenance: 'en mantenimiento|taller|en taller|in maintenance',
    out_of_service: 'fuera de operacion',
  }),
  color: codesOf('color', vehicleColors, {
    white: 'blanca',
    black: 'negra',
    silver: 'plateado|plateada',
    gray: 'grey|gris oxford',
    red: 'roja|guinda|vino|tinto',
    blue: 'azul marino|azul rey',
    yellow: 'amarilla',
    orange: 'anaranjado|anaranjada',
    brown: 'marron',
    gold: 'oro|dorada',
    purple: 'morada|violeta',
  }),
  fuelType: codesOf('fuelType', fuelTypes, {
    gasoline: 'magna|premium|gas|petrol',
    electric: 'electrica',
    hybrid: 'hibrida',
    cng: 'gnc|gnv|gas natural comprimido',
    lpg: 'gas lp|glp',
  }),
}

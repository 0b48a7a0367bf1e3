import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { Behaviour, VehicleKind } from '@rumbo/simulator'
import { colors, fleets } from './demo-data.ts'

/** A vehicle in the fleet file of the simulator. */
export interface SimulatedVehicle {
  deviceIdentifier: string
  protocol: DeviceProtocol
  transport?: 'udp'
  kind: VehicleKind
  home: { latitude: number; longitude: number }
  place?: { latitude: number; longitude: number }
  odometerMetres?: number
  fuelPercent?: number
  batteryPercent?: number
  behaviour?: Behaviour
  secret?: string
  driverCard?: string
  troubleCodes?: string
}

type Tracker = readonly [protocol: DeviceProtocol, gpsModel: string]

/** Assigned in rotation: eight protocols, mostly GT06 and phones. */
const trackers: readonly Tracker[] = [
  ['gt06', 'Concox GT06N'],
  ['osmand', 'Traccar Client'],
  ['teltonika', 'Teltonika FMB920'],
  ['gt06', 'Concox GT06E'],
  ['queclink', 'Queclink GV300'],
  ['suntech', 'Suntech ST300'],
  ['gt06', 'Jimi JM-VL03'],
  ['osmand', 'OsmAnd'],
  ['h02', 'Sinotrack ST-901'],
  ['gt06', 'Concox GT06N'],
  ['gps103', 'Coban GPS303G'],
  ['tk103', 'TK103-2'],
]
/** The only Meitrack tracker. */
const meitrackIndex = 33
/** Roams although it may be on the road on Sunday mornings only. */
const outOfHoursIndex = 12
const trackerOf = (index: number): Tracker =>
  index === meitrackIndex
    ? ['meitrack', 'Meitrack T333']
    : (trackers[index % trackers.length] ?? ['gt06', 'Concox GT06N'])

/** Index in the fleet of the only tracker with a faulty clock and receiver. */
const faultyIndex = 52
/** Phones whose reports carry a secret. */
const secrets: Readonly<Record<number, string>> = { 1: 'cempasuchil-41', 19: 'jacaranda-07' }
/** Phones beside a card reader, one with the card of nobody, and one beside an engine with trouble codes. */
export const demoCard = '0013654796'
const stated: Readonly<Record<number, Pick<SimulatedVehicle, 'driverCard' | 'troubleCodes'>>> = {
  13: { driverCard: demoCard },
  25: { driverCard: '0000A41C77' },
  37: { troubleCodes: 'P0301,P0420' },
}
/** A Teltonika that reports by datagrams. */
const datagramIndex = 14

const identifierOf = (index: number) =>
  trackerOf(index)[0] === 'osmand'
    ? `telefono-${String(index + 1).padStart(3, '0')}`
    : `8657600${String(10_000_000 + index * 7_919).slice(0, 8)}`

/** Vehicles that are not on the road, where they are and since when; by index over all fleets. */
const offTheRoad: Readonly<
  Record<number, { status: 'maintenance' | 'out_of_service' | 'inactive'; days: number; note: string }>
> = {
  16: { status: 'inactive', days: 5, note: 'Conductor de vacaciones; regresa el lunes.' },
  19: { status: 'maintenance', days: 3, note: 'En taller: cambio de clutch, entrega el viernes.' },
  21: { status: 'maintenance', days: 2, note: 'En hojalatería: golpe en la salpicadera izquierda.' },
  31: { status: 'inactive', days: 4, note: 'Sin conductor asignado esta semana.' },
  47: { status: 'out_of_service', days: 6, note: 'Baja por siniestro; en trámite con la aseguradora.' },
}
/** Trackers with interruptions, and vehicles that stay at the base until they are dispatched. */
const patchy: readonly number[] = [9, 26, 43]
const atTheBase: readonly number[] = [5, 29, 38, 56]
function behaviourOf(index: number): Behaviour {
  if (index === faultyIndex) return 'faulty'
  if (offTheRoad[index] || atTheBase.includes(index)) return 'parked'
  return patchy.includes(index) ? 'patchy' : 'roaming'
}
/** Vehicles that roam day and night have no hours; those at rest keep the usual ones. */
function hoursOf(index: number): { allowedHours?: HoursWindow[] } {
  if (index === outOfHoursIndex) return { allowedHours: [{ days: [7], from: '07:00', to: '09:00' }] }
  return behaviourOf(index) === 'parked' ? {} : { allowedHours: [] }
}
/** Passengers by kind of vehicle; null where it carries none. */
const seatsOf: Readonly<Record<VehicleKind, number | null>> = {
  car: 4,
  van: 9,
  truck: null,
  bus: 28,
  motorcycle: null,
  scooter: null,
}
const skillsOf = (index: number, kind: VehicleKind): string[] => [
  ...(kind === 'car' && index % 3 === 0 ? ['silla infantil'] : []),
  ...(kind === 'van' && index % 2 === 0 ? ['rampa'] : []),
  ...(index % 4 === 1 ? ['acepta mascotas'] : []),
]
const ownerNotes = [
  'Unidad propia.',
  'Arrendada hasta diciembre.',
  null,
  'Propiedad de la señora Ríos.',
  null,
]
const mechanicNotes = [
  null,
  'Revisar balatas en el próximo servicio.',
  null,
  'Llantas delanteras nuevas.',
  null,
  null,
]
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
const letter = (seed: number) => letters[seed % letters.length] ?? 'A'
const makers: Readonly<Record<string, string>> = {
  Nissan: '3N1CN7',
  Chevrolet: '3G1TC5',
  Toyota: 'JTDKB2',
  Ford: 'WF0EXX',
  Honda: '3H1KD4',
  'Mercedes-Benz': 'WD3PE8',
  Isuzu: 'JAANPR',
  Vmoto: 'LYDAE3',
}
/** An invented VIN of 17 characters with the maker's prefix. */
const vinOf = (make: string, index: number, year: number) =>
  `${makers[make] ?? 'XXXXXX'}${letter(index * 5)}${letter(index * 3)}${index % 10}${'JKLMNPRST'[year - 2018] ?? 'T'}${letter(index)}${String(100_000 + index * 4_877).slice(0, 6)}`

function simulatedOf(index: number, kind: VehicleKind, [latitude, longitude]: readonly [number, number]) {
  const secret = secrets[index]
  return {
    deviceIdentifier: identifierOf(index),
    protocol: trackerOf(index)[0],
    kind,
    home: {
      latitude: latitude + ((index % 5) - 2) * 0.004,
      longitude: longitude + ((index % 7) - 3) * 0.004,
    },
    behaviour: behaviourOf(index),
    transport: index === datagramIndex ? 'udp' : undefined,
    secret,
    ...stated[index],
  } satisfies SimulatedVehicle as SimulatedVehicle
}

/** The device beside the reader with the demo's known card. */
export const demoCardDevice = identifierOf(13)

/** The vehicles of a fleet; `firstIndex` is the number of vehicles in the fleets before it. */
export function vehiclesOf(fleet: (typeof fleets)[number], firstIndex: number) {
  return Array.from({ length: fleet.count }, (_, position) => {
    const index = firstIndex + position
    const model = fleet.models[position % fleet.models.length] ?? fleet.models[0]
    const year = 2018 + (index % 8)
    const off = offTheRoad[index]
    return {
      vehicleNumber: String(fleet.first + position),
      plateNumber: `${'ABCDEFGH'[index % 8]}-${String(100 + ((index * 37) % 900))}-${'KJMNPRTX'[(index * 3) % 8]}${'DLMQSVWZ'[(index * 5) % 8]}${'ACFGHKTY'[(index * 7) % 8]}`,
      year,
      vin: vinOf(model.make, index, year),
      status: off?.status ?? ('active' as const),
      color: colors[index % colors.length] ?? 'white',
      mileage: 18_000 + ((index * 4_211) % 160_000),
      imei: identifierOf(index),
      simNumber: `+52 55 ${String(3_100 + index * 7)} ${String(1_000 + ((index * 1_871) % 9_000))}`,
      gpsModel: trackerOf(index)[1],
      gpsSerialNumber: `SN${String(4_100_000 + index * 613)}`,
      gpsFirmwareVersion: `${1 + (index % 3)}.${(index * 7) % 10}.${(index * 3) % 10}`,
      gpsHardwareVersion: `V${1 + (index % 4)}`,
      installationDate: `${Math.max(year, 2022) + (year < 2022 ? index % 3 : 0)}-0${1 + (index % 9)}-1${index % 9}`,
      installationResponsible: 'Taller Rumbo Centro',
      notesOwner: ownerNotes[index % ownerNotes.length] ?? null,
      notesMechanic: mechanicNotes[index % mechanicNotes.length] ?? null,
      notesGeneral: off?.note ?? null,
      restedDays: off?.days ?? 0,
      seats: seatsOf[model.kind],
      skills: skillsOf(index, model.kind),
      ...hoursOf(index),
      ...model,
      simulated: simulatedOf(index, model.kind, fleet.home),
    }
  })
}
export type DemoVehicle = ReturnType<typeof vehiclesOf>[number]

/** All vehicles with a simulated device, in the order of the fleets. */
export function allVehicles(): DemoVehicle[] {
  let firstIndex = 0
  return fleets.flatMap((fleet) => {
    const vehicles = vehiclesOf(fleet, firstIndex)
    firstIndex += fleet.count
    return vehicles
  })
}

/** Devices that report without a vehicle and wait to be attached. */
export const unknownDevices: readonly SimulatedVehicle[] = [
  {
    deviceIdentifier: '868120099001427',
    protocol: 'gt06',
    kind: 'van',
    home: { latitude: 19.4021, longitude: -99.1714 },
  },
  {
    deviceIdentifier: '868120099003365',
    protocol: 'teltonika',
    kind: 'car',
    home: { latitude: 19.4407, longitude: -99.2036 },
    behaviour: 'parked',
  },
]

/** Identifiers that the company of Mexico City expects: one reports, one is installed, the others are in their boxes. */
export const expectedIdentifiers: readonly string[] = [
  '868120099001427',
  identifierOf(3),
  '868120099005519',
  '868120099005527',
  '868120099005535',
]

/** Our names of readings by the names that Traccar gives its attributes, which many senders over HTTP use. */
const readingNames: Readonly<Record<string, string>> = {
  axleWeight: 'axleWeight1',
  battery: 'batteryVolts',
  coolantTemp: 'coolantTemperature',
  deviceTemp: 'deviceTemperature',
  dtcs: 'troubleCodes',
  engineLoad: 'engineLoadPercent',
  fuel: 'fuelLitres1',
  fuelUsed: 'fuelUsedLitres',
  humidity: 'humidity1',
  obdOdometer: 'obdOdometerMetres',
  obdSpeed: 'obdSpeedKmh',
  throttle: 'throttlePercent',
  tripOdometer: 'tripMetres',
}

/** Numbered names; an analogue input has no unit there. */
const numberedNames: Readonly<Record<string, string>> = {
  adc: 'analogRaw',
  fuel: 'fuelRaw',
  humidity: 'humidity',
  in: 'input',
  out: 'output',
  temp: 'temperature',
}

/** Wired thermometers and hygrometers are 1 to 8 at most, so wireless ones are 9 and on. */
const wiredSensors = 8

/** The name of a wireless sensor's value, by its number there, which is 1 for the first. */
export const wirelessName = (name: string, number: string | number): string =>
  `${name}${Number(number) + wiredSensors}`

/** Traccar numbers two kinds of wireless sensors apart; a vehicle may have both, so that the second kind follows the first. */
const sensorsOfKind = 8

/** The name a reading has with us; a name that an app chose itself stays. */
export function readingNameOf(name: string): string {
  if (Object.hasOwn(readingNames, name)) return readingNames[name] ?? name
  const [, kind, value, sensor] = /^(ble|eye)(Temp|Humidity)([1-8])$/.exec(name) ?? []
  if (value) {
    const number = Number(sensor) + (kind === 'eye' ? sensorsOfKind : 0)
    return wirelessName(value === 'Temp' ? 'temperature' : 'humidity', number)
  }
  const [, word = '', number = ''] = /^([a-z]+)([1-9]\d?)$/.exec(name) ?? []
  return Object.hasOwn(numberedNames, word) ? `${numberedNames[word]}${number}` : name
}

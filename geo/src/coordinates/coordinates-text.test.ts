import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isCoordinates, parseCoordinates } from './coordinates-text.ts'

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
const near = (text: string, { latitude, longitude } = zocalo, digits = 3) => {
  const read = parseCoordinates(text)
  expect(read, text).not.toBeNull()
  expect(read, text).toMatchObject({
    latitude: expect.closeTo(latitude, digits),
    longitude: expect.closeTo(longitude, digits),
  })
}

describe('pasted coordinates', () => {
  test.each([
    '19.4326, -99.1332',
    '19.4326,-99.1332',
    ' 19.4326 -99.1332 ',
    '(19.4326, -99.1332)',
    '19,4326 -99,1332',
    '19,4326, -99,1332',
    '19,4326; −99,1332',
    '-99.1332, 19.4326',
    '19.4326 N, 99.1332 W',
    '19.4326° N 99.1332° O',
    'N 19.4326 O 99.1332',
    '99.1332W 19.4326N',
    'Lat: 19.4326 Lng: -99.1332',
    'longitud -99.1332, latitud 19.4326',
    '19°25\'57.4"N 99°07\'59.5"W',
    '19° 25’ 57,4” N, 99° 7’ 59,5” O',
    "19º25'57.4''N 99º07'59.5''O",
    '19 25 57.4 N 99 07 59.5 W',
    "N 19° 25.956' W 99° 7.992'",
    '19 25.956, -99 7.992',
    '19°25′57.4″, -99°7′59.5″',
    'geo:19.4326,-99.1332;u=35',
    'geo:0,0?q=19.4326,-99.1332(Zócalo)',
    'https://www.google.com/maps/@19.4326,-99.1332,17z',
    'https://www.google.com/maps/place/Z/@19.1,-99.9,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d19.4326!4d-99.1332!16s',
    'https://maps.google.com/?q=19.4326,-99.1332',
    'https://www.google.com/maps/search/?api=1&query=19.4326%2C-99.1332',
    'https://www.google.com/maps/search/19.4326,+-99.1332',
    'https://www.google.com/maps/dir//19.4326,-99.1332',
    'Estoy aquí: https://maps.google.com/maps?q=loc:19.4326,-99.1332 gracias',
    'https://www.openstreetmap.org/?mlat=19.4326&mlon=-99.1332#map=12/19.1/-99.9',
    'https://www.openstreetmap.org/#map=17/19.4326/-99.1332',
    'https://maps.apple.com/?ll=19.4326,-99.1332&q=Aqui',
    'https://waze.com/ul?ll=19.4326,-99.1332&navigate=yes',
    'https://www.waze.com/live-map/directions?to=ll.19.4326%2C-99.1332',
    'https://yandex.com/maps/?ll=-99.1332%2C19.4326&z=12',
    'https://www.bing.com/maps?cp=19.4326~-99.1332&lvl=16',
    'www.google.com/maps/@19.4326,-99.1332,17z',
    'maps.google.com/?q=19.4326,-99.1332',
    "https://www.google.com/maps/place/19%C2%B025'57.4%22N+99%C2%B007'59.5%22W/",
    'https://waze.com/ul/h9g3w81t7j5',
    'https://plus.codes/76F2CVM8+2P',
    '19.4326, -99.1332, 2240',
    '\u202a19.4326,\u200b -99.1332\u202c',
    'Zócalo (19.4326, -99.1332)',
    'POINT(-99.1332 19.4326)',
    'lat=19.4326&lon=-99.1332',
    '19 grados 25 minutos 57.4 segundos norte, 99 grados 7 minutos 59.5 segundos oeste',
  ])('%s', (text) => near(text))

  test('full plus codes', () => {
    near('76F2CVM8+2P', { latitude: 19.43256, longitude: -99.13319 }, 3)
    near('8FVC9G8F+6X', { latitude: 47.365562, longitude: 8.524938 }, 5)
    near('7FG49Q00+', { latitude: 20.375, longitude: 2.775 }, 3)
    near('8FVC9G8F+6XQ Zúrich', { latitude: 47.36559, longitude: 8.524997 }, 4)
  })

  test.each([
    ['91.5, -99.1', 'latitude_range'],
    ['19.43, -199.13', 'longitude_range'],
    ['120.5, 130.5', 'latitude_range'],
    ['19.43 N 99.13 N', 'axes'],
    ['-19.43 N 99.13 W', 'axes'],
    ['19°75\'00"N 99°07\'59"W', 'minutes_range'],
    ['CVM8+2P Ciudad de México', 'short_plus_code'],
    ['https://maps.app.goo.gl/AbCdEf', 'short_link'],
    ['https://maps.google.com/?q=95.0,10.0', 'latitude_range'],
  ])('refuses %s: %s', (text, problem) => expect(parseCoordinates(text)).toEqual({ problem }))

  test.each([
    '',
    'Insurgentes Sur 300',
    'Calle 20, 30',
    '55 1234 5678',
    '20 30',
    '19,43',
    '06700',
    'Eje 3 Sur 120',
    'https://example.com/hola',
    '1.2.3, 4',
    'n',
    '19.4326',
    'Calle 12.345 19.432 y 20.123',
    'Casa en google.com',
    'google.com/search?q=reforma',
  ])('leaves "%s" to the search', (text) => expect(parseCoordinates(text)).toBeNull())
})

const latitudes = fc.double({ min: -90, max: 90, noNaN: true })
const longitudes = fc.double({ min: -180, max: 180, noNaN: true })

test('any place is parsed from each usual form', () => {
  fc.assert(
    fc.property(latitudes, longitudes, (latitude, longitude) => {
      const place = { latitude, longitude }
      const [north, east] = [latitude.toFixed(6), longitude.toFixed(6)]
      const letters = [latitude < 0 ? 'S' : 'N', longitude < 0 ? 'O' : 'E']
      near(`${north}, ${east}`, place, 5)
      near(`${north.replace('.', ',')} ${east.replace('.', ',')}`, place, 5)
      near(`geo:${north},${east}`, place, 5)
      near(`https://maps.google.com/?q=${north},${east}`, place, 5)
      near(`${inMinutes(longitude)}${letters[1]} ${inMinutes(latitude)}${letters[0]}`, place, 4)
    }),
    { numRuns: 200 },
  )
})

test('never throws on any text, nor returns an invalid place', () => {
  const pieces = fc.constantFrom(
    '19',
    '.',
    ',',
    ' ',
    '-',
    'N',
    'O',
    '°',
    "'",
    '"',
    '99.5',
    'lat',
    '+',
    'geo:',
    '8FVC9G8F+6X',
    '@',
    '/',
    '200',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(pieces, { maxLength: 14 }).map((all) => all.join('')),
      ),
      (text) => {
        const read = parseCoordinates(text)
        if (!isCoordinates(read)) return
        expect(Math.abs(read.latitude)).toBeLessThanOrEqual(90)
        expect(Math.abs(read.longitude)).toBeLessThanOrEqual(180)
      },
    ),
  )
})

function inMinutes(degrees: number): string {
  const seconds = Math.round(Math.abs(degrees) * 36_000) / 10
  const [whole, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${whole}°${minutes}'${(seconds % 60).toFixed(1)}"`
}

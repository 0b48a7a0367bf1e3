import { expect, it } from 'vitest'
import { asciiBytes } from '../bytes.ts'
import type { DeviceMessage } from '../protocol.ts'
import { queclink } from './queclink.ts'

/**
 * Messages built by the layouts of the sources named: Queclink's documents, or, where none is public, the facts of public
 * decoders. Written before the decoder.
 */

type Expected = Record<string, string | number | boolean>
type Case = readonly [source: string, text: string, expected: Expected, absent?: readonly string[]]

const place = '4.3,92,70.0,-99.133209,19.432608,20260504115900,0334,0020,18d8,6141'
const sent = '20260504115901,11F0$'
const imei = '135790246811220'

const many = (fields: string) => Array.from({ length: 19 }, () => fields).join(',')

function readingsIn(text: string): Expected {
  const messages: DeviceMessage[] = []
  queclink.openStream().read(asciiBytes(text), new Date(), (message) => messages.push(message))
  const report = messages[0]?.reports.at(-1)
  if (!report) throw new Error('No report')
  const { telemetry, extras, alarm, fix } = report
  const position = fix ? { latitude: fix.latitude, longitude: fix.longitude, speedKmh: fix.speedKmh } : {}
  const satellites = typeof fix?.satellites === 'number' ? { satellites: fix.satellites } : {}
  return { ...extras, ...telemetry, ...position, ...satellites, ...(alarm ? { alarm } : {}) } as Expected
}

function expectReadings(cases: readonly Case[]): void {
  const named = cases.map(([source, text, expected, absent = []]) => ({ source, text, expected, absent }))
  it.each(named)('$source', ({ text, expected, absent }) => {
    const readings = readingsIn(text)
    for (const [name, value] of Object.entries(expected)) {
      if (typeof value === 'number') expect(readings[name], name).toBeCloseTo(value, 3)
      else expect(readings[name], name).toBe(value)
    }
    for (const name of absent) expect(readings, name).not.toHaveProperty(name)
  })
}

const battery: readonly Case[] = [
  [
    'GL500M document: signal, voltage, battery, mode, motion and temperature after the cell',
    `+RESP:GTFRI,DE0115,${imei},,0,0,1,1,${place},24,0,3920,98,1,1,23.5,${sent}`,
    { batteryPercent: 98, batteryVolts: 3.92, deviceTemperature: 23.5, latitude: 19.432608 },
  ],
  [
    'the same tail of a model that is not listed: not the mode for the battery',
    `+RESP:GTFRI,7B0115,${imei},,0,0,1,1,${place},24,0,,98,1,1,,${sent}`,
    { batteryPercent: 98 },
    ['odometerMetres', 'deviceTemperature'],
  ],
  [
    'GL300 document, GTSOS: mileage and battery after the cell',
    `+RESP:GTSOS,1A0102,${imei},,0,0,1,1,${place},2000.0,81,${sent}`,
    { batteryPercent: 81, odometerMetres: 2_000_000, alarm: 'sos' },
  ],
  [
    'GL300 document, GTRTL: battery without a mileage',
    `+RESP:GTRTL,1A0102,${imei},,0,0,1,1,${place},,77,${sent}`,
    { batteryPercent: 77 },
  ],
  [
    'GL300 document, GTDOG',
    `+RESP:GTDOG,300102,${imei},,0,0,1,1,${place},12.5,42,${sent}`,
    { batteryPercent: 42, odometerMetres: 12_500 },
  ],
  [
    'GL300 document: a reserved 00 is no battery',
    `+RESP:GTSTT,1A0102,${imei},,42,1,${place},00,${sent}`,
    { motionState: '42' },
    ['batteryPercent'],
  ],
  [
    'GL320M (public decoders): mileage and battery directly after the cell',
    `+RESP:GTFRI,C30102,${imei},,0,0,1,1,${place},7.1,66,${sent}`,
    { batteryPercent: 66, odometerMetres: 7100 },
  ],
  [
    'GL530 (public decoders): battery before the position',
    `+RESP:GTSTR,440200,${imei},,0,0,2,,91,1,${place},,,${sent}`,
    { batteryPercent: 91 },
  ],
  [
    'a vehicle tracker that is not listed: battery before the status, whatever inputs there are',
    `+RESP:GTFRI,7C0100,${imei},,12401,10,1,1,${place},00,913.3,00012:30:00,,,,87,220100,,,,${sent}`,
    { batteryPercent: 87, odometerMetres: 913_300, engineHours: 12.5, ignition: true, powerVolts: 12.401 },
  ],
  [
    'the same with one input',
    `+RESP:GTFRI,7C0100,${imei},,12401,10,1,1,${place},00,913.3,00012:30:00,1200,55,110000,,,,${sent}`,
    { batteryPercent: 55, analogVolts1: 1.2, ignition: false },
  ],
  [
    'GV310LAU document: satellites of a mask that an unlisted model sends',
    `+RESP:GTFRI,7D0100,${imei},,12401,10,1,1,${place},01,12,913.3,,,,,98,220100,,,,${sent}`,
    { batteryPercent: 98, satellites: 12, odometerMetres: 913_300 },
  ],
  [
    'GV350CEU document: jamming state in the mask',
    `+RESP:GTFRI,740904,${imei},,12401,10,1,1,${place},11,9,1,3.6,0000012:30:00,,,,64,210100,,,,${sent}`,
    { batteryPercent: 64, satellites: 9, odometerMetres: 3600, engineHours: 12.5 },
  ],
  [
    'GV58LAU document: four digits of mask, with the dilutions of precision',
    `+RESP:GTERI,8020040900,${imei},GV58LAU,00000000,,10,1,2,14.2,71,35.6,117.243103,31.854079,20250320015848,0460,0000,550B,0E9E30A5,0009,9,2.01,1.47,2.49,5.0,1234:56:07,,85,220100,,${sent}`,
    { batteryPercent: 85, satellites: 9, odometerMetres: 5000, engineHours: 1234.9353, ignition: true },
  ],
  [
    'the satellites of an event of an unlisted model are no battery',
    `+RESP:GTMPF,7D0100,${imei},,0,${place},01,12,${sent}`,
    { satellites: 12, alarm: 'power_cut' },
    ['batteryPercent'],
  ],
  [
    'GTWIF (public decoders): battery at the end',
    `+RESP:GTWIF,440200,${imei},,1,08626693fb98,-36,,,,,,,,97,${sent}`,
    { batteryPercent: 97 },
  ],
  [
    'GTLSA (public decoders): light, battery and temperature',
    `+RESP:GTLSA,440200,${imei},,0,1,1,1,${place},16,0,2,88,1,0,-4.5,${sent}`,
    { batteryPercent: 88, light: 2, deviceTemperature: -4.5 },
  ],
  [
    'GTLBS (public decoders): battery after the types',
    `+RESP:GTLBS,440200,${imei},,0,0,73,,1,,,00,0334,0020,18d8,6141,33,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,${sent}`,
    { batteryPercent: 73 },
  ],
  [
    'GL300 document, GTBAT',
    `+RESP:GTBAT,1A0102,${imei},,1,,63,4.10,1,1,${sent}`,
    { batteryPercent: 63, batteryVolts: 4.1, isCharging: true },
  ],
  [
    'GL300 document, GTINF: a mileage in the place of the supply',
    `+RESP:GTINF,1A0800,${imei},GL300,41,89701016426133851978,17,0,1,26.6,,3.90,1,1,0,0,0,20161003184043,69,1,44,,,${sent}`,
    { batteryPercent: 69, batteryVolts: 3.9, odometerMetres: 26_600, deviceTemperature: 44 },
    ['powerVolts', 'temperature'],
  ],
]

const ble = (mask: string, rest: string, count = 1) =>
  `+RESP:GTERI,C2010D,${imei},GV600M,${mask},,10,1,1,${place},,0.0,,,,3,410000,,${count},${rest}${sent}`

const expansions: readonly Case[] = [
  [
    'GV600M: a wireless thermometer with all its values',
    ble('00000100', '0,6,4,0,,01BF,Store,EA7D0A3882F6,1,3484,21.81,43,00,00,0,0,0,'),
    { temperature1: 21.81, humidity1: 43, sensor1BatteryVolts: 3.484, sensor1Id: 'EA7D0A3882F6' },
  ],
  [
    'GV600M: a wireless thermometer in the cold',
    ble('00000100', '0,6,2,0,,0012,EA7D0A3882F6,-18.5,'),
    { temperature1: -18.5 },
    ['humidity1'],
  ],
  [
    'GV600M: an absent value is not zero',
    ble('00000100', '0,6,2,0,,0032,EA7D0A3882F6,,,'),
    { sensor1Id: 'EA7D0A3882F6' },
    ['temperature1', 'humidity1'],
  ],
  [
    'GV58LAU document: two accessories, of which each has its own mask',
    `+RESP:GTERI,8020040900,${imei},GV58LAU,00000100,,10,1,2,${place},0009,9,2.01,1.47,2.49,0.0,1234:56:07,,85,220100,,2,00,6,2,00000001,001F,TD_1,FD6D3DE6D704,1,3600,18,01,6,3,0000006D,013F,DU_1,F022A2143F36,1,3500,-7,55,9,0,${sent}`,
    { temperature1: 18, sensor1BatteryVolts: 3.6, temperature2: -7, humidity2: 55, sensor2BatteryVolts: 3.5 },
  ],
  [
    'GV350CEU document: a mask with the tyre pressure, the time and the enhanced temperature',
    `+RESP:GTERI,740904,${imei},GV350CEU,00000100,,10,1,1,${place},01,11,3.6,,,,,0,210100,0,1,00,6,0,0000001E,2E12,D325C2B2A2F8,15,250,20260504115800,15.25,80,${sent}`,
    { temperature1: 15.25, sensor1BatteryPercent: 80, odometerMetres: 3600, satellites: 11 },
  ],
  [
    'GV300 document: digital fuel sensor, percentage and volume',
    `+RESP:GTERI,250C02,${imei},,00000019,,10,1,1,${place},00,6786.7,,,,100,110000,1,0394,1,4,62.5,125.0,${sent}`,
    { fuelRaw1: 0x394, fuelPercent: 62.5, fuelLitres1: 125 },
  ],
  [
    'GV300 document: two fuel sensors',
    `+RESP:GTERI,250C02,${imei},,00000018,,10,1,1,${place},00,6786.7,,,,100,110000,1,2,4,50.0,100.0,4,25.0,80.5,${sent}`,
    { fuelPercent: 50, fuelLitres1: 100, fuelPercent2: 25, fuelLitres2: 80.5 },
  ],
  [
    'GV300 document: the temperature of the fuel',
    `+RESP:GTERI,250C02,${imei},,00000408,,10,1,1,${place},00,6786.7,,,,100,110000,1,1,6,50.0,31,${sent}`,
    { fuelPercent: 50, fuelTemperature: 31 },
  ],
  [
    'GV300 document: one-wire thermometers, one below zero, one absent',
    `+RESP:GTERI,060502,${imei},,00000002,14197,10,1,1,${place},00,0.0,01509:10:58,,,87,220104,2,3,28FF1,1,0191,28FF2,1,FF5E,28FF3,1,,${sent}`,
    { temperature1: 25.0625, temperature2: -10.125 },
    ['temperature3'],
  ],
  [
    'DS18B20 document: 85 °C after power-up is a value, more than 125 °C cannot be',
    `+RESP:GTERI,060502,${imei},,00000002,14197,10,1,1,${place},00,0.0,01509:10:58,,,87,220104,2,2,28FF1,1,07FF,28FF2,1,0550,${sent}`,
    { temperature1Raw: 127.9375, temperature2: 85 },
    ['temperature1'],
  ],
  [
    'GV600W (public decoders): two sensors at 433 MHz',
    `+RESP:GTERI,FC0100,${imei},,00000080,12100,10,1,1,${place},00,5.5,,,88,210100,0,2,A1B2,1,-3.5,A1B3,2,4.5,60,${sent}`,
    { temperature1: -3.5, temperature2: 4.5, humidity2: 60 },
  ],
  [
    'as many thermometers as a message can count: 19 on wires, 19 at 433 MHz',
    `+RESP:GTERI,060502,${imei},,00000082,14197,10,1,1,${place},00,0.0,,,,87,220104,2,19,${many('28FF,1,0191')},19,${many('A1B3,2,4.5,60')},${sent}`,
    { wire19: '28FF', temperature19: 25.0625, temperature38: 4.5, humidity38: 60, sensor38Id: 'A1B3' },
  ],
  [
    'a wire and a wireless thermometer are numbered one after the other',
    `+RESP:GTERI,060502,${imei},,00000102,14197,10,1,1,${place},00,0.0,,,,87,220104,2,1,28FF1,1,0191,1,0,6,2,,0010,7.25,${sent}`,
    { temperature1: 25.0625, temperature2: 7.25 },
  ],
  [
    'GV355CEU: CAN, and the wireless thermometer behind it',
    `+RESP:GTERI,8020050605,${imei},,00000104,12390,10,1,1,${place},03,7,0,0.0,,,,,100,110000,0,1,47,VR3USHNSSNJ711765,2,H311796,90,1,0,6,2,,0010,-1.5,${sent}`,
    { vin: 'VR3USHNSSNJ711765', odometerMetres: 31_179_600, coolantTemperature: 90, temperature1: -1.5 },
    ['temperature2'],
  ],
]

const obd = (mask: string, fields: string, tail: string) =>
  `+RESP:GTOBD,1F0101,${imei},1G1JC5444R7252367,,0,${mask},${fields}${tail}`
const engine: readonly Case[] = [
  [
    'GV500 document: every value',
    obd(
      '71FFFF',
      '1G1JC5444R7252367,1,12309,983A8140,799,36,88,8.5,120,15,1,2,03010420,23,41,62,6,',
      `0,${place},00,690.1,${sent}`,
    ),
    {
      vin: '1G1JC5444R7252367',
      powerVolts: 12.309,
      rpm: 799,
      obdSpeedKmh: 36,
      coolantTemperature: 88,
      fuelConsumption: 8.5,
      troubleCodes: 'P0301,P0420',
      throttlePercent: 23,
      engineLoadPercent: 41,
      fuelPercent: 62,
      odometerMetres: 690_100,
      latitude: 19.432608,
    },
  ],
  [
    'SAE J2012: body, chassis and network codes; zeros are none',
    obd('1000', '81324123C1000000', `,0,${place},00,690.1,${sent}`),
    { troubleCodes: 'B0132,C0123,U0100' },
  ],
  [
    'SAE J2012: nothing but zeros is a list of no codes',
    obd('1000', '00000000', `,0,${place},00,690.1,${sent}`),
    { troubleCodes: '' },
  ],
  [
    'GV500 document: no codes of an engine that is not connected say nothing',
    obd('1802', '0,0,', `,0,${place},00,690.1,${sent}`),
    { isObdConnected: false },
    ['troubleCodes'],
  ],
  [
    'GV500 document: a number of codes without the codes says nothing',
    obd('1802', '1,2,', `,0,${place},00,690.1,${sent}`),
    { isObdConnected: true },
    ['troubleCodes'],
  ],
  [
    'GV500 document: a mask with few values',
    obd('00F0', '799,36,88,,', `0,${place},00,690.1,${sent}`),
    { rpm: 799, obdSpeedKmh: 36, coolantTemperature: 88 },
    ['fuelConsumption', 'troubleCodes', 'throttlePercent'],
  ],
  [
    'GV500 document: no code and a consumption that is no number',
    obd(
      '70FFFF',
      '1G1JC5444R7252367,1,12309,983A8140,0,0,33,nan,,0,0,0,,10,0,,',
      `0,${place},00,690.1,${sent}`,
    ),
    { throttlePercent: 10, engineLoadPercent: 0, coolantTemperature: 33, troubleCodes: '' },
    ['fuelConsumption', 'fuelPercent'],
  ],
  [
    'GV500 document: the mileage of the engine where there is no other',
    obd(
      '19FFFF',
      '1G1JC5444R7252367,1,14283,983901C0,799,36,18,,33792,0,0,0,,,38,,6,53557,',
      `0,${place},${sent}`,
    ),
    { odometerMetres: 53_557_000, engineLoadPercent: 38 },
  ],
  [
    'GTFRI of the GV500: vin, engine speed and fuel',
    `+RESP:GTFRI,1F0101,${imei},1G1JC5444R7252367,,,10,1,1,${place},00,2000.0,12345:12:34,,92,80,210100,791,7.5,56,${sent}`,
    { vin: '1G1JC5444R7252367', rpm: 791, fuelPercent: 56, batteryPercent: 80, ignition: true },
  ],
  [
    'GV500MAP document: vin, three reserved fields, status, engine speed',
    `+RESP:GTFRI,5E0100,${imei},1G1JC5444R7252367,gv500map,12401,10,1,1,${place},00,5.0,00012:30:00,,,,220000,1500,,40,${sent}`,
    { vin: '1G1JC5444R7252367', rpm: 1500, fuelPercent: 40, ignition: true, powerVolts: 12.401 },
    ['batteryPercent'],
  ],
  [
    'a vin in the name of another model',
    `+RESP:GTFRI,2F0102,${imei},1G1JC5444R7252367,,10,1,1,${place},00,5.0,,,,70,210100,,,,${sent}`,
    { vin: '1G1JC5444R7252367', batteryPercent: 70 },
  ],
  [
    'a name is no vin',
    `+RESP:GTFRI,060102,${imei},TRUCK-123456789AB,,10,1,1,${place},00,5.0,,,,70,210100,,,,${sent}`,
    { batteryPercent: 70 },
    ['vin'],
  ],
]

const can = (model: string, mask: string, fields: string) =>
  `+RESP:GTCAN,${model},${imei},,00,1,${mask},${fields},0,${place},00,${sent}`
const buses: readonly Case[] = [
  [
    'GV300W document: vehicle values',
    can(
      '270703',
      'C00FFFFF',
      'WMAN08ZZ0FY320000,2,H9307659,L368713.50,1291,90,91,M23.5,P82.40,1810,61,10.10,6.76,3.34,L524.08,8688,,0000,00,00',
    ),
    {
      vin: 'WMAN08ZZ0FY320000',
      ignition: true,
      odometerMetres: 930_765_900,
      fuelUsedLitres: 368_713.5,
      rpm: 1291,
      obdSpeedKmh: 90,
      coolantTemperature: 91,
      fuelConsumption: 23.5,
      fuelPercent: 82.4,
      throttlePercent: 61,
      engineHours: 10.1,
      idleFuelLitres: 524.08,
      axleWeight2: 8688,
    },
  ],
  [
    'GV300W document: fuel in litres, consumption per hour',
    can('270703', 'C0000180', 'L/H12.5,L210.5'),
    { fuelLitresPerHour: 12.5, fuelLitres1: 210.5 },
    ['fuelPercent'],
  ],
  [
    'GV355CEU: axle weights and the card of the driver',
    can('8020050402', 'E0008000', '8688,0001800F,P97.50,5571,4100,3900,E E05653940B000003,'),
    {
      axleWeight2: 8688,
      axleWeight1: 5571,
      axleWeight3: 4100,
      axleWeight4: 3900,
      adBluePercent: 97.5,
      driverUniqueId: 'EE05653940B000003',
    },
  ],
  [
    'GV355CEU (public decoders): counted trouble codes and the air outside',
    can('8020050402', 'E0000010', '800,12000000,-7,2,P0301,P0420'),
    { rpm: 800, ambientTemperature: -7, troubleCodes: 'P0301,P0420' },
  ],
  [
    'GV355CEU (public decoders): a count of no codes',
    can('8020050402', 'E0000010', '800,12000000,-7,0'),
    { rpm: 800, ambientTemperature: -7, troubleCodes: '' },
  ],
  [
    'GV355CEU (public decoders): a count that is left empty',
    can('8020050402', 'E0000010', '800,12000000,-7,'),
    { rpm: 800, ambientTemperature: -7 },
    ['troubleCodes'],
  ],
  [
    'GV300W document: implausible values are left out',
    can('270703', 'C0000170', '65535,255,215,P255.00'),
    { canState: '1' },
    ['rpm', 'obdSpeedKmh', 'coolantTemperature', 'fuelPercent'],
  ],
]

const events: readonly Case[] = [
  [
    'GV300 document, GTDIS: input and its state',
    `+RESP:GTDIS,060100,${imei},,,21,1,1,${place},00,2000.0,${sent}`,
    { input2: true, odometerMetres: 2_000_000 },
  ],
  [
    'GL300W kit document, GTLSW: the switch and the input',
    `+RESP:GTLSW,1A0100,${imei},,0,1,0,${place},00,${sent}`,
    { input1: true, alarm: 'tampering' },
  ],
  ['GTTSW: closed', `+RESP:GTTSW,1A0100,${imei},,0,0,0,${place},00,${sent}`, { input2: false }, ['alarm']],
  [
    'GTBAA (public decoders): a thermometer at a threshold',
    `+RESP:GTBAA,C20105,${imei},GV600M,1,6,2,04,003F,Store,B80EA11FF800,1,2934,-19,71,0,${place},,${sent}`,
    { temperature1: -19, humidity1: 71, accessoryVolts: 2.934, accessoryName: 'Store' },
  ],
  [
    'GTBID (public decoders): a beacon',
    `+RESP:GTBID,C20105,${imei},GV600M,1,0,000A,B80EA11FF800,2934,0,${place},,${sent}`,
    { accessoryMac: 'B80EA11FF800', accessoryVolts: 2.934 },
  ],
  [
    'GTGPJ document: the receiver is jammed',
    `+RESP:GTGPJ,060100,${imei},,12,3,0,${place},00,${sent}`,
    { alarm: 'jamming' },
  ],
  [
    'GTGPJ: no longer',
    `+RESP:GTGPJ,060100,${imei},,12,1,0,${place},00,${sent}`,
    { reportType: '1' },
    ['alarm'],
  ],
  ['GTSOA: the housing is open', `+RESP:GTSOA,060100,${imei},,0,${place},00,${sent}`, { alarm: 'tampering' }],
  [
    'GTDAR (public decoders): fatigue',
    `+RESP:GTDAR,F80100,${imei},,1,7,,,0,${place},00,,,,${sent}`,
    { alarm: 'other', event: 'driverWarning', fatigueDegree: 7 },
  ],
  [
    'GL300 document, GTTEM',
    `+RESP:GTTEM,1A0102,${imei},,3,62.5,0,${place},,${sent}`,
    { deviceTemperature: 62.5, alarm: 'other' },
  ],
  [
    'GL300 document, GTLBC: position asked for by a call',
    `+RESP:GTLBC,1A0102,${imei},,+8613800000000,1,${place},,55,${sent}`,
    { batteryPercent: 55, latitude: 19.432608 },
  ],
  [
    'GV200 document, GTTMP: the temperature of a wire',
    `+RESP:GTTMP,04040B,${imei},N,,0,31,1,0,${place},00,0.0,00000:00:00,2791,2639,2691,09,09,,,,28967B41040000F1,,-25.5,${sent}`,
    { temperature1: -25.5, alarm: 'other' },
  ],
  [
    'GL300 document, GTVER',
    `+RESP:GTVER,1A0102,${imei},,GL300,010A,0101,${sent}`,
    { deviceType: 'GL300', firmware: '010A' },
  ],
]

const old = '135790246811220'
const gl100: readonly Case[] = [
  [
    'GT300/GL100 document, GTTRI: the accuracy stands behind the altitude',
    `+RESP:GTTRI,${old},1,0,0,1,4.3,92,70.0,1,121.354335,31.222073,20090101000000,0460,0000,18d8,6141,00,11F0,0102100203\0`,
    { latitude: 31.222073, longitude: 121.354335, speedKmh: 4.3, hdop: 1 },
  ],
  [
    'GT300/GL100 document, GTSOS',
    `+RESP:GTSOS,${old},1,0,0,1,4.3,92,70.0,1,121.354335,31.222073,20090101000000,0460,0000,18d8,6141,00,11F0,0102070202\0`,
    { alarm: 'sos', speedKmh: 4.3 },
  ],
  [
    'GT300/GL100 document, GTEST: faster than allowed',
    `+RESP:GTEST,${old},1,0,0,1,84.3,92,70.0,1,121.354335,31.222073,20090101000000,0460,0000,18d8,6141,00,11F0,0102070202\0`,
    { alarm: 'overspeed', speedKmh: 84.3 },
  ],
  [
    'GT300/GL100 document, GTINF: battery, and 0 for a charger that is connected',
    `+RESP:GTINF,${old},898600810906F8048812,16,0,91,0,+8.00,0,20090101000000,11F0,0102070202\0`,
    { batteryPercent: 91, signalPercent: 52, hasExternalPower: true, iccid: '898600810906F8048812' },
  ],
  [
    'GT300/GL100 document, GTCBC',
    `+RESP:GTCBC,${old},74,20090101000000,11F0,0102070202\0`,
    { batteryPercent: 74 },
  ],
]

expectReadings([...battery, ...expansions, ...engine, ...buses, ...events, ...gl100])

it('states the odometer of each position where each has one, and of the last otherwise', () => {
  const odometers = (text: string) => {
    const messages: DeviceMessage[] = []
    queclink.openStream().read(asciiBytes(text), new Date(), (message) => messages.push(message))
    return messages[0]?.reports.map(({ telemetry }) => telemetry.odometerMetres)
  }
  const later = place.replace('115900', '115930')
  expect(
    odometers(`+RESP:GTFRI,2C0204,${imei},GL300W,0,0,2,1,${place},10.0,1,${later},10.5,88,${sent}`),
  ).toEqual([10_000, 10_500])
  expect(
    odometers(`+RESP:GTFRI,060100,${imei},,,10,2,1,${place},00,1,${later},00,2000.0,,,,80,210100,,,,${sent}`),
  ).toEqual([undefined, 2_000_000])
})

it('acknowledges the old messages by their count, which stands before the version', () => {
  const messages: DeviceMessage[] = []
  const text = gl100[0]?.[1] ?? ''
  queclink.openStream().read(asciiBytes(text), new Date(), (message) => messages.push(message))
  expect(messages[0]?.acknowledgement).toEqual(asciiBytes('+SACK:11F0$'))
  expect(messages[0]?.reports[0]?.deviceIdentifier).toBe(old)
})

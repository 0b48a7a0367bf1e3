import { testCaptures } from '../testing/captures.ts'
import { suntech } from './suntech.ts'

testCaptures(suntech, {
  file: 'suntech.json',
  atLeast: 46,
  understoodOtherwise: {
    '4352523b': 'Crash record: the stated gSensor is empty where the message has samples.',
    '53543330304854453b3531313035303536363b': 'A trip with driver 00000000000000: no driver was signed on.',
  },
})

import { testCaptures } from '../testing/captures.ts'
import { meitrack } from './meitrack.ts'

testCaptures(meitrack, {
  file: 'meitrack.json',
  atLeast: 31,
})

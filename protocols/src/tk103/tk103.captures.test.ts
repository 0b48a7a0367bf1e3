import { testCaptures } from '../testing/captures.ts'
import { tk103 } from './tk103.ts'

testCaptures(tk103, {
  file: 'tk103.json',
  atLeast: 38,
  understoodOtherwise: {},
})

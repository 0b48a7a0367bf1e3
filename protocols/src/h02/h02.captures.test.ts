import { testCaptures } from '../testing/captures.ts'
import { h02 } from './h02.ts'

const smsAnswer = '2a48512c353232363037333533332c534d53'

testCaptures(h02, {
  file: 'h02.json',
  understoodOtherwise: {
    [smsAnswer]: 'The statement writes the line ends of the answer as \\n; here they are line ends.',
  },
  atLeast: 50,
})

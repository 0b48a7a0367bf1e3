import { createDevices, type Devices, type DevicesOptions } from './devices.ts'
import type { Call } from './remote-devices.ts'

// A separate process for the devices, so that their CPU does not count.
let devices: Devices | null = null

process.on('message', ({ number, name, argument }: Call) => {
  const answer = async () => {
    if (name === 'open') {
      devices = createDevices(argument as DevicesOptions)
      return devices.connect()
    }
    if (!devices) throw new Error('There are no devices yet.')
    const work = devices[name] as (given: unknown) => unknown
    return work(argument)
  }
  answer().then(
    (result) => process.send?.({ number, result }),
    (error: unknown) => process.send?.({ number, failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

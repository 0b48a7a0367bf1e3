import type { DeviceModel } from '../device-model.ts'
import { foldModelName } from '../model-name.ts'

/** Makers differ in their texts; these are set with the maker's own program or by cable. */
export const jt808Models: readonly DeviceModel[] = [
  { maker: 'Jimi', model: 'JC400' },
  { maker: 'Jimi', model: 'JC261' },
  { maker: 'Jimi', model: 'JC450' },
  { maker: 'AOVX', model: 'VL300' },
  { maker: 'AOVX', model: 'GL100' },
  { maker: 'AOVX', model: 'AL300' },
].map((each) => ({ ...each, protocol: 'jt808', hint: 'vendor_tool', smsSteps: () => [] }))

const aovx = 'AOVX'
const aovxNames = new Set(
  jt808Models.filter(({ maker }) => maker === aovx).map(({ model }) => foldModelName(model)),
)

/** Whether a model, as a person wrote it, with or without its maker, is of AOVX, whose alarm bits differ. */
export function isAovxModel(model: string | null | undefined): boolean {
  const name = foldModelName(model ?? '')
  return name.startsWith(foldModelName(aovx)) || aovxNames.has(name)
}

/** Whether a tracker states in its firmware (item F2) that it is of AOVX. */
export const isAovxFirmware = (firmware: unknown): boolean => String(firmware ?? '').startsWith(aovx)

import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'

/**
 * Keeps the lowest bits as `input1`, `input2` … or `output1` …
 * @param bits bit 0 is the first
 * @param count how many there are
 */
export function keepBits(
  extras: DeviceReport['extras'],
  name: 'input' | 'output',
  bits: number,
  count: number,
): void {
  for (let index = 0; index < count; index++) extras[`${name}${index + 1}`] = ((bits >> index) & 1) === 1
}

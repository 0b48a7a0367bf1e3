import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Connection data of the product under test, for the processes that run the tests. */
export interface ProductInfo {
  url: string
  dataDir: string
  databaseUrl: string
  secret: string
}

const variable = 'RUMBO_E2E_PRODUCT'

/** Passes the data to the processes that Playwright starts after the global set-up. */
export function publishProductInfo(info: ProductInfo): void {
  process.env[variable] = JSON.stringify(info)
}

/** @throws Error outside a run of Playwright, whose global set-up starts the product */
export function readProductInfo(): ProductInfo {
  const value = process.env[variable]
  if (!value) throw new Error('The product is not running: start the tests with "npm run e2e".')
  return JSON.parse(value) as ProductInfo
}

export const pidFolder = (dataDir: string): string => join(dataDir, 'pids')

/** The id of the server process that runs the role now. */
export function pidOf(role: 'api' | 'gateway'): number {
  return Number(readFileSync(join(pidFolder(readProductInfo().dataDir), role), 'utf8'))
}

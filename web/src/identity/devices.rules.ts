/** Browser and system of a user agent by their common names; null if unknown. */
export interface DeviceName {
  browser: string | null
  system: string | null
  isPhone: boolean
}

const firstOf = (text: string, names: readonly (readonly [RegExp, string])[]): string | null =>
  names.find(([pattern]) => pattern.test(text))?.[1] ?? null

/** The order matters: most browsers also contain the names of their ancestors. */
const browsers = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const
const systems = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const

export function deviceName(userAgent: string): DeviceName {
  return {
    browser: firstOf(userAgent, browsers),
    system: firstOf(userAgent, systems),
    isPhone: /\bMobile\b|\bAndroid\b|\biPhone\b/.test(userAgent),
  }
}

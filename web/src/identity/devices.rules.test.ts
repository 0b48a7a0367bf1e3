import { describe, expect, it } from 'vitest'
import { deviceName } from './devices.rules.ts'

const agents = {
  chromeWindows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  edge: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
  safariIphone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  firefoxLinux: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  samsung:
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
}

describe('the device of a session', () => {
  it.each([
    [agents.chromeWindows, 'Chrome', 'Windows', false],
    [agents.edge, 'Edge', 'Windows', false],
    [agents.safariIphone, 'Safari', 'iPhone', true],
    [agents.firefoxLinux, 'Firefox', 'Linux', false],
    [agents.samsung, 'Samsung Internet', 'Android', true],
    ['curl/8.5.0', null, null, false],
    ['', null, null, false],
  ])('%s', (agent, browser, system, isPhone) => {
    expect(deviceName(agent)).toEqual({ browser, system, isPhone })
  })
})

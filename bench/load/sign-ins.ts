import { setTimeout as pause } from 'node:timers/promises'

/** What `bench/login.ts` sends to the process that signs people in. */
export interface SignInPlan {
  baseUrl: string
  accessToken: string
  usernames: readonly string[]
  password: string
  /** Number of people who sign in concurrently and repeatedly; 0 for none. */
  concurrentSignIns: number
  /** Other calls, evenly spread. */
  paths: readonly string[]
  callsPerSecond: number
  seconds: number
}
export interface SignInTimes {
  loginMs: number[]
  callMs: number[]
}

// A separate process for the callers, so that their CPU does not count.
process.on('message', (plan: SignInPlan) => {
  measureSignIns(plan).then(
    (times) => process.send?.({ times }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

async function measureSignIns(plan: SignInPlan): Promise<SignInTimes> {
  const until = performance.now() + plan.seconds * 1000
  const times: SignInTimes = { loginMs: [], callMs: [] }
  let visits = 0
  async function visit(): Promise<void> {
    while (performance.now() < until) {
      visits += 1
      const username = plan.usernames[visits % plan.usernames.length]
      // Each has its own address, so that the limit per address does not apply.
      const address = `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`
      const startedAt = performance.now()
      const response = await fetch(`${plan.baseUrl}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ username_or_email: username, password: plan.password }),
      })
      await response.text()
      if (response.status !== 200) throw new Error(`A login was answered ${response.status}.`)
      times.loginMs.push(performance.now() - startedAt)
    }
  }
  async function call(path: string): Promise<void> {
    const startedAt = performance.now()
    const response = await fetch(`${plan.baseUrl}/v1${path}`, {
      headers: { authorization: `Bearer ${plan.accessToken}` },
    })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
    times.callMs.push(performance.now() - startedAt)
  }
  async function callEvenly(): Promise<void> {
    const calls: Promise<void>[] = []
    const begunAt = performance.now()
    for (let at = 0; performance.now() < until; at += 1) {
      calls.push(call(plan.paths[at % plan.paths.length] ?? '/ready'))
      await pause(Math.max(0, begunAt + ((at + 1) * 1000) / plan.callsPerSecond - performance.now()))
    }
    await Promise.all(calls)
  }
  await Promise.all([...Array.from({ length: plan.concurrentSignIns }, visit), callEvenly()])
  return times
}

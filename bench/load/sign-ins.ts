import { setTimeout as pause } from 'node:timers/promises'

/** What `bench/login.ts` asks of the process that knocks. */
export interface Knocking {
  baseUrl: string
  accessToken: string
  usernames: readonly string[]
  password: string
  /** So many people sign in at once, each again and again; 0 for nobody. */
  doors: number
  /** Other calls, in turn, evenly spread. */
  paths: readonly string[]
  callsPerSecond: number
  seconds: number
}
export interface Knocked {
  loginMs: number[]
  callMs: number[]
}

// A process of its own for the callers, so that the product is measured and not they.
process.on('message', (knocking: Knocking) => {
  knock(knocking).then(
    (knocked) => process.send?.({ knocked }),
    (error: unknown) => process.send?.({ failure: String(error) }),
  )
})
process.on('disconnect', () => process.exit(0))

async function knock(given: Knocking): Promise<Knocked> {
  const until = performance.now() + given.seconds * 1000
  const knocked: Knocked = { loginMs: [], callMs: [] }
  let visits = 0
  async function visit(): Promise<void> {
    while (performance.now() < until) {
      visits += 1
      const username = given.usernames[visits % given.usernames.length]
      // Each comes from an address of its own: the limit of one address is not what is measured.
      const address = `10.${visits >> 16}.${(visits >> 8) & 255}.${visits & 255}`
      const startedAt = performance.now()
      const response = await fetch(`${given.baseUrl}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
        body: JSON.stringify({ username_or_email: username, password: given.password }),
      })
      await response.text()
      if (response.status !== 200) throw new Error(`A login was answered ${response.status}.`)
      knocked.loginMs.push(performance.now() - startedAt)
    }
  }
  async function call(path: string): Promise<void> {
    const startedAt = performance.now()
    const response = await fetch(`${given.baseUrl}/v1${path}`, {
      headers: { authorization: `Bearer ${given.accessToken}` },
    })
    await response.text()
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
    knocked.callMs.push(performance.now() - startedAt)
  }
  async function callEvenly(): Promise<void> {
    const calls: Promise<void>[] = []
    const begunAt = performance.now()
    for (let at = 0; performance.now() < until; at += 1) {
      calls.push(call(given.paths[at % given.paths.length] ?? '/ready'))
      await pause(Math.max(0, begunAt + ((at + 1) * 1000) / given.callsPerSecond - performance.now()))
    }
    await Promise.all(calls)
  }
  await Promise.all([...Array.from({ length: given.doors }, visit), callEvenly()])
  return knocked
}

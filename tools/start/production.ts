/** @returns what production requires and the configuration lacks, one sentence each */
export function missingForProduction(
  environment: Record<string, string | undefined>,
  facts: { isRoot: boolean; isDemoDataDir: boolean; isFirstStart: boolean },
): string[] {
  const sentences: string[] = []
  const lacks = (name: string) => !environment[name]
  if (lacks('RUMBO_SECRET'))
    sentences.push(
      'RUMBO_SECRET is not set: set it to at least 32 random characters, for instance the output of "openssl rand -base64 48", and keep a copy.',
    )
  if (lacks('RUMBO_PUBLIC_URL'))
    sentences.push(
      'RUMBO_PUBLIC_URL is not set: set it to the address of Rumbo in the browser, such as https://fleet.example.com.',
    )
  if (facts.isFirstStart)
    for (const [name, meaning] of [
      ['RUMBO_ADMIN_EMAIL', 'the e-mail of the first super admin'],
      [
        'RUMBO_ADMIN_PASSWORD',
        'the first password of the first super admin, 12 to 63 characters with a lowercase letter, an uppercase letter, a number and one of !@#$%^&*',
      ],
    ] as const)
      if (lacks(name))
        sentences.push(`${name} is not set: set it to ${meaning}; it is only read at the first start.`)
  if (facts.isDemoDataDir)
    sentences.push('RUMBO_DATA_DIR contains the demo, whose passwords are public: set it to another folder.')
  if (environment.RUMBO_DEMO === '1')
    sentences.push('RUMBO_DEMO is 1, but npm run serve has no demo: remove it, or use npm start.')
  if (facts.isRoot && environment.RUMBO_ALLOW_ROOT !== '1')
    sentences.push('Rumbo runs as root: start it as an unprivileged user, or set RUMBO_ALLOW_ROOT=1.')
  return sentences
}

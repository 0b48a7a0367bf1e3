import { useEffect, useState } from 'react'
import { type SchemeName, type TokenName, tokens } from '../ui/theme/tokens.ts'

const dark = () => window.matchMedia?.('(prefers-color-scheme: dark)')

function paint(scheme: SchemeName): void {
  const { style } = document.documentElement
  for (const [name, colour] of Object.entries(tokens[scheme]) as [TokenName, string][])
    style.setProperty(`--rumbo-palette-tokens-${name}`, colour)
}

/** Light or dark as the device says. Sets the colours of all tokens. */
export function usePageScheme(): SchemeName {
  const [scheme, setScheme] = useState<SchemeName>(() => (dark()?.matches ? 'dark' : 'light'))
  useEffect(() => {
    const query = dark()
    const follow = () => setScheme(query?.matches ? 'dark' : 'light')
    query?.addEventListener('change', follow)
    return () => query?.removeEventListener('change', follow)
  }, [])
  useEffect(() => paint(scheme), [scheme])
  return scheme
}

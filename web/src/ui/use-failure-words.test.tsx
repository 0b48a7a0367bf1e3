import { failureReasons } from '@rumbo/contract/failure-reasons'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TestProviders } from './testing.tsx'
import { useFailureWords } from './use-failure-words.ts'

function Words({ of }: { of: string }) {
  return <p>{useFailureWords()(of)}</p>
}
const show = (of: string, language: 'es' | 'en') =>
  render(
    <TestProviders language={language}>
      <Words of={of} />
    </TestProviders>,
  )

it.each([
  ['es', 'opted_out', 'Pidió no recibir más mensajes por este medio.'],
  ['en', 'opted_out', 'They asked for no more messages by this method.'],
  ['es', 'provider_status: 503', 'El proveedor no lo aceptó. Respuesta: «503»'],
  ['en', 'bounced: 5.1.1', 'The email came back. Answer: “5.1.1”'],
  ['es', '550 mailbox unavailable', 'El servidor respondió: «550 mailbox unavailable»'],
  ['en', 'Error: busy', 'The server answered: “Error: busy”'],
] as const)('in %s, %s is «%s»', (language, of, words) => {
  show(of, language)
  screen.getByText(words)
})

it.each(['es', 'en'] as const)('every reason is a sentence, in %s', (language) => {
  for (const reason of failureReasons) {
    const { container, unmount } = show(reason, language)
    expect(container.textContent).toMatch(/^\p{Lu}.+\.$/u)
    expect(container.textContent).not.toMatch(/[a-z]_[a-z]/)
    unmount()
  }
})

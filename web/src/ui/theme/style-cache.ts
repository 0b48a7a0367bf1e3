import createCache from '@emotion/cache'

/** The page's nonce, which the server writes into it; none in development and tests. */
function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content
  return nonce && !nonce.startsWith('__') ? nonce : undefined
}

/** Emotion's styles with the nonce that the page's content security policy asks for. */
export const styleCache = createCache({ key: 'css', nonce: styleNonce() })

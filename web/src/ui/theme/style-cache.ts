import createCache from '@emotion/cache'

/** The nonce that the server writes into the page; undefined in development and tests. */
function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content
  return nonce && !nonce.startsWith('__') ? nonce : undefined
}

/** Emotion's cache with the nonce that the content security policy requires. */
export const styleCache = createCache({ key: 'css', nonce: styleNonce() })

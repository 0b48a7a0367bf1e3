import '@fontsource-variable/inter'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/App.tsx'
import { createClient } from './app/client.ts'
import { createAppRouter } from './app/navigation/router.tsx'
import { setServerClockOffset } from './ui/clock.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no element with the id root')

const client = createClient({ onClock: setServerClockOffset })
createRoot(place).render(
  <StrictMode>
    <App client={client} router={createAppRouter()} />
  </StrictMode>,
)

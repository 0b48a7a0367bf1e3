import './tracking.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { TrackingPage } from './TrackingPage.tsx'
import { tokenOf } from './tracking.rules.ts'
import { createTrackingClient } from './tracking-client.ts'

const place = document.getElementById('root')
if (place === null) throw new Error('The page has no element with the id root')

createRoot(place).render(
  <StrictMode>
    <TrackingPage client={createTrackingClient(tokenOf(location.pathname))} />
  </StrictMode>,
)

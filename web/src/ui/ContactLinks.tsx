import Link from '@mui/material/Link'
import { useText } from './i18n.tsx'

/** Tall enough to be touched in a line of text. */
const target = { display: 'inline-block', lineHeight: '24px' } as const

interface ContactLinkProps {
  /** Whose it is, for the accessible name; without it, the name is the visible text. */
  of?: string
  /** In the colour of the text around it, for lists. */
  isQuiet?: boolean
}

const quiet = { underline: 'hover', color: 'inherit' } as const

/** A telephone number that calls. */
export function PhoneLink({ phone, of, isQuiet }: ContactLinkProps & { phone: string }) {
  const { t } = useText()
  return (
    <Link
      {...(isQuiet ? quiet : {})}
      href={`tel:${phone.replace(/[^\d+]/g, '')}`}
      aria-label={of === undefined ? undefined : t('ui.call', { name: of, phone })}
      sx={{ ...target, whiteSpace: 'nowrap' }}
    >
      {phone}
    </Link>
  )
}

/** An e-mail address that opens a new message. */
export function MailLink({ email, of, isQuiet }: ContactLinkProps & { email: string }) {
  const { t } = useText()
  return (
    <Link
      {...(isQuiet ? quiet : {})}
      href={`mailto:${email}`}
      aria-label={of === undefined ? undefined : t('ui.write', { name: of, email })}
      sx={{ ...target, overflowWrap: 'anywhere' }}
    >
      {email}
    </Link>
  )
}

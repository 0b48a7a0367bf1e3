import { describe, expect, it } from 'vitest'
import { textOfHtml } from './html-text.ts'
import { readMail } from './mail.ts'
import { bounceIn } from './mail-bounce.ts'
import { replyTextOf } from './mail-text.ts'
import { newReplyToken, replyAddressOf, replyTokensIn } from './reply-address.ts'

const reply = 'respuestas@flota.example'
const addresses = { reply, sender: 'rumbo@flota.example' }
const mailOf = (head: string[], body = 'Ya voy') =>
  Buffer.from([...head, 'Content-Type: text/plain; charset=utf-8', '', body].join('\r\n'))

describe('the address for replies', () => {
  it('carries a token that is found again, whatever a mail server does to its letters', () => {
    const token = newReplyToken()
    expect(newReplyToken()).not.toBe(token)
    const address = replyAddressOf(reply, token)
    expect(address).toBe(`respuestas+${token}@flota.example`)
    expect(replyTokensIn(reply, ['a@b.example', address.toUpperCase(), address])).toEqual([token])
  })

  it.each([
    reply,
    'respuestas+short@flota.example',
    `respuestas+${'a'.repeat(26)}@other.example`,
    `otra+${'a'.repeat(26)}@flota.example`,
    `respuestas+${'1'.repeat(26)}@flota.example`,
    '',
  ])('has no token in %s', (address) => expect(replyTokensIn(reply, [address])).toEqual([]))
})

describe('the text of a reply', () => {
  it.each<[string, string, string]>([
    [
      'Gmail in Spanish',
      'Llego en 5 minutos.\n\nEl vie, 27 nov 2026 a las 10:02, Rumbo (<respuestas+abc@flota.example>)\nescribió:\n\n> ¿A qué hora llega?\n>\n> Ana',
      'Llego en 5 minutos.',
    ],
    [
      'Gmail in English',
      'Yes.\n\nOn Fri, Nov 27, 2026 at 10:02 AM Rumbo <rumbo@flota.example> wrote:\n\n> Are you there?\n',
      'Yes.',
    ],
    [
      'Outlook in Spanish',
      'De acuerdo.\n\nSaludos\n________________________________\nDe: Rumbo <rumbo@flota.example>\nEnviado: viernes, 27 de noviembre de 2026\nPara: Elena\nAsunto: Mensaje\n\n¿Confirmas?',
      'De acuerdo.\n\nSaludos',
    ],
    [
      'Outlook in English, without a line',
      'Fine.\n\nFrom: Rumbo <rumbo@flota.example>\nSent: Friday, November 27, 2026\nTo: Elena\nSubject: Message\n\nDo you confirm?',
      'Fine.',
    ],
    [
      'an iPhone',
      'Sí\n\nEnviado desde mi iPhone\n\n> El 27 nov 2026, a la(s) 10:02, Rumbo <rumbo@flota.example> escribió:\n> \n> ¿Vienes?',
      'Sí',
    ],
    ['Outlook for Android', 'Sí, gracias\n\nObtener Outlook para Android', 'Sí, gracias'],
    ['the old divider', 'No puedo.\n-----Mensaje original-----\nDe: Rumbo\n\nTexto', 'No puedo.'],
    ['a signature', 'Va la unidad 12.\n-- \nElena Torres\nGerente', 'Va la unidad 12.'],
    [
      'answers between the lines',
      'On Friday, Rumbo wrote:\n> ¿Hora?\nA las 5.\n> ¿Dónde?\nEn la puerta 4.',
      'A las 5.\nEn la puerta 4.',
    ],
    [
      'an introduction whose original is not marked',
      'Listo\n\nEl 27 de noviembre, Rumbo <rumbo@flota.example> escribió:\n\n¿Ya?\nAna',
      'Listo',
    ],
    [
      'nothing but a text',
      'El cliente escribió que llega tarde.\nOn time: yes',
      'El cliente escribió que llega tarde.\nOn time: yes',
    ],
    ['no more than a signature', '-- \nElena', '--\nElena'],
  ])('of %s', (_program, text, expected) => expect(replyTextOf({ text })).toBe(expected))

  it('of HTML alone leaves out what is quoted, styles and entities', () => {
    const html =
      '<html><head><style>p{color:red}</style></head><body><div>Llego a las 5&nbsp;pm &amp; espero</div><p>&#191;Bien?</p>' +
      '<blockquote>Original</blockquote>fin<div class="gmail_quote">El vie, Rumbo escribió:</div></body></html>'
    expect(textOfHtml(html)).toBe('Llego a las 5 pm & espero\n\n¿Bien?\nfin')
    expect(replyTextOf({ html })).toBe('Llego a las 5 pm & espero\n\n¿Bien?\nfin')
    expect(textOfHtml('<b>sin cerrar')).toBe('sin cerrar')
    expect(textOfHtml('a < b <!-- nunca')).toBe('a')
  })

  it('of hostile length takes no longer than its length', () => {
    const started = performance.now()
    for (const text of [
      '>'.repeat(500_000),
      'El '.repeat(200_000),
      '\n'.repeat(500_000),
      `On ${' '.repeat(500_000)}`,
    ])
      replyTextOf({ text })
    for (const html of ['<'.repeat(200_000), '<style>'.repeat(20_000), '<div '.repeat(50_000)])
      replyTextOf({ html })
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

describe('a mail', () => {
  it('names its sender, its conversation, its text and its files', async () => {
    const token = newReplyToken()
    const raw = Buffer.from(
      [
        'From: =?utf-8?Q?Elena_Mu=C3=B1oz?= <Elena@Cliente.example>',
        `To: Rumbo <${replyAddressOf(reply, token)}>`,
        'Subject: =?utf-8?B?UmU6IFNlcnZpY2lv?=',
        'Date: Fri, 27 Nov 2026 10:00:00 -0600',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Ma=F1ana=07 s=ED',
        '--x',
        'Content-Type: application/pdf',
        'Content-Disposition: attachment; filename="orden.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('%PDF-1.4').toString('base64'),
        '--x--',
      ].join('\r\n'),
    )
    expect(await readMail(raw, addresses)).toEqual({
      ...{ from: 'elena@cliente.example', subject: 'Re: Servicio', text: 'Mañana sí', tokens: [token] },
      files: [{ name: 'orden.pdf', content: Buffer.from('%PDF-1.4') }],
      ...{ writtenAt: new Date('2026-11-27T16:00:00.000Z'), isAutomatic: false },
    })
  })

  it('is found by the address it was delivered to, where the header To says something else', async () => {
    const token = newReplyToken()
    const raw = mailOf([
      'From: a@b.example',
      'To: undisclosed:;',
      `Delivered-To: ${replyAddressOf(reply, token)}`,
    ])
    expect((await readMail(raw, addresses)).tokens).toEqual([token])
  })

  it.each<[string, boolean]>([
    ['Auto-Submitted: auto-replied', true],
    ['Auto-Submitted: no', false],
    ['Precedence: bulk', true],
    ['Return-Path: <>', true],
    ['List-Id: <noticias.example>', true],
    ['X-Autoreply: yes', true],
    ['X-Priority: 1', false],
  ])('with %s is of a program: %s', async (header, expected) => {
    expect((await readMail(mailOf(['From: a@b.example', header]), addresses)).isAutomatic).toBe(expected)
  })

  it.each([addresses.sender, reply, 'MAILER-DAEMON@mx.example'])('of %s itself is one too', async (from) => {
    expect((await readMail(mailOf([`From: ${from}`]), addresses)).isAutomatic).toBe(true)
  })

  it('that is no mail has no sender, text or token', async () => {
    expect(await readMail(Buffer.from([0, 255, 10, 13, 7]), addresses)).toMatchObject({
      from: '',
      tokens: [],
      files: [],
    })
  })

  it('with parts in parts without end is refused', async () => {
    const head = (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`
    const deep = Array.from({ length: 200 }, (_, n) => head(n)).join('')
    await expect(readMail(Buffer.from(`From: a@b.example\r\n${deep}hola`), addresses)).rejects.toThrow()
  })
})

describe('a report of a mail that came back', () => {
  const id = '019a0000-0000-7000-8000-000000000001'
  const report = ({ action = 'failed', status = '5.1.1', type = 'report-type=delivery-status; ' } = {}) =>
    Buffer.from(
      [
        'From: MAILER-DAEMON@mx.example',
        `Content-Type: multipart/report; ${type}`,
        '\tboundary="x"',
        '',
        '--x',
        'Content-Type: text/plain',
        '',
        'No such user.',
        '--x',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.example',
        '',
        'Final-Recipient: rfc822; Elena@Cliente.example',
        `Action: ${action}`,
        `Status: ${status}`,
        '',
        '--x',
        'Content-Type: message/rfc822',
        '',
        `Message-ID: <${id}@flota.example>`,
        'Subject: Mensaje',
        '',
        'Hola',
        '--x--',
      ].join('\r\n'),
    )
  it('names our mail, its recipient and whether the address is wrong', () => {
    const bounce = { deliveryId: id, recipient: 'elena@cliente.example', status: '5.1.1', isOfAddress: true }
    expect(bounceIn(report())).toEqual(bounce)
    expect(bounceIn(report({ status: '5.2.2' }))).toMatchObject({ status: '5.2.2', isOfAddress: false })
  })
  it.each([{ action: 'delayed' }, { status: '4.4.1' }, { type: '' }])('is none with %j', (given) =>
    expect(bounceIn(report(given))).toBeNull(),
  )
})

describe('a mail made to take long', () => {
  it.each([
    ['a report', `original-recipient: rfc822;${'@'.repeat(190_000)}<`],
    ['an introduction', `<${'@'.repeat(99_000)}> escribio`],
  ])('is read all the same: %s', (_name, line) => {
    const report = ['Content-Type: multipart/report; report-type=delivery-status', '', 'Action: failed', line]
    expect(bounceIn(Buffer.from(report.join('\r\n')))).toBeNull()
    expect(replyTextOf({ text: `Sí\n${line}` })).toContain('Sí')
    expect(textOfHtml(`<p>Sí</p><div class="${'x class='.repeat(12_000)}">`)).toBe('Sí')
  })
})

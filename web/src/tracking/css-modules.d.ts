declare module '*/tracking.css'

// Undici's own index loads all of it: fetch, WebSocket, caches, mocks. The agent alone is a fifth of that, and both threads load it.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici'
  export default Agent
}

/** Containers as this project starts them: open to this machine only, kept account of by a label, telling when they fail. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import {
  type ContainerRuntimeClient,
  GenericContainer,
  getContainerRuntimeClient,
  type StartedTestContainer,
} from 'testcontainers';
import { tellingLines } from './free-port.ts';
import { messageOf } from './waiting.ts';

/** The label that names whose a container is. */
export const labelName = 'merchant-catalogue.engines';
const startTimeoutMs = 60_000;

/** Where containers are started, under which label, and with which folder for their data, if any. */
export interface Place {
  readonly id: string;
  readonly client: ContainerRuntimeClient;
  readonly isRemote: boolean;
  readonly folder?: string;
}

/** A container whose port is open to this machine only, unless Docker is on another one. */
export class LoopbackContainer extends GenericContainer {
  #output: Readable | undefined;
  #log = '';

  /** Starts it with one port, and with a folder of this machine where its data is to be kept. */
  async settle(place: Place, port: number, target: string, name: string): Promise<StartedTestContainer> {
    this.withExposedPorts(port).withLabels({ [labelName]: place.id });
    this.withAutoCleanup(false).withStartupTimeout(startTimeoutMs);
    if (place.folder) await this.#keepData(join(place.folder, name), target);
    if (!place.isRemote) {
      const HostIp = loopback(place.client.info.containerRuntime.host);
      this.hostConfig.PortBindings = { [`${port}/tcp`]: [{ HostIp, HostPort: '0' }] };
    }
    try {
      return await this.start();
    } catch (error) {
      throw new Error(`${name}: ${messageOf(error)}: ${tellingLines(this.#log)}`);
    } finally {
      this.#output?.destroy();
    }
  }

  /** For a program that has no use for being asked: it ends at once anyway. */
  withoutAsking(): this {
    this.createOpts.StopSignal = 'SIGKILL';
    return this;
  }

  async #keepData(source: string, target: string): Promise<void> {
    await mkdir(source, { recursive: true, mode: 0o700 });
    this.withBindMounts([{ source, target }]);
    // The files shall belong to the caller, who could not remove them otherwise.
    if (process.getuid && process.getgid) this.withUser(`${process.getuid()}:${process.getgid()}`);
  }

  /** Listens before it runs, as a container that failed is removed before its log could be asked for. */
  protected override async containerCreated(containerId: string): Promise<void> {
    const { container } = await getContainerRuntimeClient();
    this.#output = await container.attach(container.getById(containerId));
    this.#output.on('data', (chunk) => {
      this.#log += chunk;
    });
  }
}

/** The host and port at which a container's port is reached. */
export function addressOf(container: StartedTestContainer, port: number): string {
  return `${loopback(container.getHost())}:${container.getMappedPort(port)}`;
}

/** The address rather than the name, which may lead to ::1 first. Where this runs in a container, it is the bridge's. */
function loopback(host: string): string {
  return host === 'localhost' ? '127.0.0.1' : host;
}

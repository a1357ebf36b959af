// ContainerStore
